// The parts of the table: which one is open, which scene stands before it, what the style needs to know of both.
// All of it is said once, on .table: a style sheet that had to look for it below would be reckoned anew with every touch.
import { all, find, on, set } from "../../page.js";

const home = find(".table");
const WIDE = ["farm", "port", "workshop", "lay", "guests", "dues", "demolition", "storage", "parliament"]; // leave the property no place

function say(name, value) {
  if ((home.getAttribute(name) ?? "") !== (value ?? "")) set(home, name, value || null);
}

function scene() {
  if (find("#mine.is-farm")) return "farm";
  if (find("#mine.is-site")) return "site";
  if (find("#parliament:not([hidden])")) return "parliament";
  return find("#scene:not([hidden])")?.className.match(/ is-(\w+)/)?.[1];
}

export function dress({ chosen }) {
  const shown = scene();
  say("data-cb-scene", shown);
  say("data-cb-wide", WIDE.includes(shown) && "yes");
  say("data-cb-hand", find("#hand:not(.is-idle)") && (find(".cb-says:not([hidden])") ? "says" : "open"));
  say("data-cb-picked", chosen.some((one) => one.startsWith("building-")) && "yes");
  say("data-cb-part", find("[name=cb-part]:checked").id.slice(8));
  say("data-cb-asked", find("#prompt[data-asked]") && "yes");
}

export function open(part) {
  const radio = find(`#cb-part-${part}`);
  if (!radio || radio.checked) return;
  radio.checked = true;
  opened(part);
}
function opened(part) {
  say("data-cb-part", part);
  find(".board-wrap").scrollTo(0, 0);
  scrollTo(0, 0);
}
on("change", ({ target }) => { if (target.name === "cb-part") opened(target.id.slice(8)); });

// on a phone the harbour and the Capitol lie below what is seen first
const below = find(".cb-below");
new IntersectionObserver(([{ isIntersecting }]) => { below.hidden = isIntersecting; }, { root: find(".board-wrap"), threshold: 0.2 }).observe(find("#harbour"));
on("click", () => find("#harbour").scrollIntoView({ block: "start" }), below);

export function look(seat) {
  const estate = find(`[data-cb-estate="${seat}"]`);
  open(estate ? "others" : "mine");
  for (const one of all(".cb-estate")) one.classList.toggle("is-looked", one === estate);
  estate?.scrollIntoView({ block: "start" });
}

// the row and column of a space light up with what they would bear
export function light(at) {
  const finca = find("#mine.is-worker-space");
  if (!finca) return;
  const here = Number(at ?? finca.dataset.cbWorker);
  for (const field of all(".cb-field", finca)) {
    const one = Number(field.dataset.atSpace);
    const line = one >> 2 === here >> 2 || one % 4 === here % 4;
    field.classList.toggle("is-in-line", line);
    field.classList.toggle("is-off-line", !line);
  }
  for (const block of all(".is-worker-space [data-for]")) block.hidden = block.dataset.for !== (at === undefined ? "" : `space-${at}`);
}
