// The lobby looks every now and then whose turn it is, and who is waiting for company.
import { all, clocks, on } from "./page.js";

const PARTS = ".greeting, .mine, .open";
const AGAIN = 15_000;
let before = [];

async function look() {
  if (document.hidden) return;
  const answer = await fetch(location, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = all(PARTS, new DOMParser().parseFromString(await answer.text(), "text/html"));
  all(PARTS).forEach((part, index) => {
    const html = fresh[index]?.innerHTML;
    if (!html || html === before[index] || part.contains(document.activeElement)) return;
    part.innerHTML = before[index] = html;
  });
  clocks();
}

on("visibilitychange", look, document);
on("pageshow", ({ persisted }) => persisted && look());
setInterval(look, AGAIN);
