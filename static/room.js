// What all pages of one table do: follow its news, tell how the connection is, who is here, and what happened.
import { follow } from "./news.js";
import { all, clocks, drawn, find, modal, on, page } from "./page.js";

const LOG_LINES = 300;

// stage(news, swap), and perhaps tell(state) and busy() come from the page: how news are shown, what changes with the connection,
// and whether something is half made.
export function enter({ stage, tell, busy }) {
  let state = {};
  const number = page.number.split(".").map(Number);
  let [, revision] = number;

  function told(now) {
    state = now;
    page.link = now.link; // the style sheet shows what belongs to it
    document.body.toggleAttribute("data-busy", now.busy);
    presence();
    tell?.(now);
    renew();
  }

  // never twice within ten seconds for the same cause: whatever does not fit, the page stays usable
  // (who has no seat any more is told so)
  function anew(cause, seat) {
    if (sessionStorage[cause] > Date.now() - 10_000) return;
    sessionStorage[cause] = Date.now();
    if (page.seat && !seat) location.replace("?freed");
    else location.reload();
  }

  function presence() {
    for (const one of all("[data-presence]")) { // who reads this is here
      const seat = one.dataset.presence;
      one.classList.toggle("player-away", seat !== page.seat && state.here?.includes(+seat) === false);
    }
  }

  // another build serves, the game has begun, the seat or the host is another: take it when nothing is half done
  function renew() {
    const { build, status = page.status, you } = state;
    const begun = status !== page.status && (page.status !== "playing" || status === "gathering");
    const mine = `${build} ${you?.seat ?? ""} ${you?.host}`;
    const other = build && mine !== `${page.build} ${page.seat} ${page.host}`;
    const half = state.busy || busy?.() || modal() || all(".input").some((field) => field.value !== field.defaultValue);
    if (begun || (other && !half)) anew(`${status} ${mine}`, you?.seat);
  }

  function show(step, swap) {
    swap();
    presence();
    if (step.to[1] > revision && find("#chat")) chat();
    revision = step.to[1];
  }

  const news = follow({
    address: page.news, number, tell: told, lost: () => anew("lost"),
    stage: (step, swap) => stage(step, () => show(step, swap)),
  });
  on("news", () => news.ask());
  find("[data-try]").onclick = news.retry;
  return { ...news, renew };
}

// The log: lines come as list items; a whole brings the last of them anew.
export function log(step) {
  const list = find("#log");
  const whole = step.from === -1;
  const lines = step.say.filter((entry) => entry.html);
  if (!lines.length) return;
  if (whole) list.replaceChildren();
  for (const line of all(".log-entry-new", list)) line.classList.remove("log-entry-new");
  for (const { html, at } of lines) {
    list.insertAdjacentHTML("beforeend", html);
    const line = list.lastElementChild;
    line.classList.toggle("log-entry-new", !whole);
    const time = find("time", line);
    if (time) time.dateTime = at;
  }
  while (list.children.length > LOG_LINES) list.firstElementChild.remove();
  clocks();
  const told = all(".log-say", list).slice(-lines.length).filter((line) => getComputedStyle(line.closest("li")).display !== "none");
  if (!whole) find("#say").textContent = told.map((line) => line.textContent.trim()).join(" ");
}

// The chat: what was said since the last message here.
let asked;
async function chat() {
  const list = find("#chat");
  const last = list.lastElementChild?.dataset.message ?? 0;
  if (asked === last) return;
  asked = last;
  try {
    const answer = await fetch(`${page.table}/messages?since=${last}`);
    if (answer.ok) list.insertAdjacentHTML("beforeend", await answer.text());
    clocks();
    count(all("[data-new]", list).filter((one) => one.dataset.message > +last).length);
  } finally { asked = null; }
}

// How much of it is unread, where it lies behind a tab or in a drawer.
let unread = 0;
function count(more) {
  const list = find("#chat");
  unread = !list || drawn(list) ? 0 : unread + more;
  for (const badge of all("[data-unread]")) badge.hidden = !(badge.textContent = unread);
}
on("change toggle", () => count(0), window, true);
