// Everybody's village: to look at, in the board for those who watch, and at the end, when the score is told on it line by line.
import { all, find, set } from "../../page.js";
import { memory } from "./memory.js";
import { toQuay } from "./village.js";

const show = (element, yes) => { if (element) element.hidden = !yes; };
const seat = Number(document.body.dataset.seat) || null;
const visit = find("#cud-visit");
export const visiting = () => visit.matches(":popover-open");
const homes = find("#cud-homes");
const seats = all("[data-home]", homes).map((home) => Number(home.dataset.home));
let looked = 0; // whom the reader wants to see

const over = () => !find("#telling").hidden;
const inline = () => !seat || over();

// Whose village is shown, and where.
export function drawHomes() {
  const home = inline() ? find("#cud-inline") : visit;
  if (homes.parentElement !== home) home.append(homes);
  if (inline() && visiting()) visit.hidePopover();
  const acting = Number(all(".player:has(> .is-choosing)").at(0)?.dataset.presence);
  const shown = looked || (inline() && !over() && acting) || seat || seats[0];
  for (const one of all("[data-home]", homes)) show(one, Number(one.dataset.home) === shown);
  show(find("#cud-homes-own"), shown === seat);
  for (const column of all(".cud-column")) set(column, "aria-pressed", Number(column.dataset.look) === shown);
  return shown;
}

export function look(at) {
  looked = at;
  drawHomes();
  if (!inline() && !visiting()) visit.showPopover(), find("#cud-visit-close").focus({ focusVisible: false });
  tell();
  toQuay(find(`#home-${at} [data-yard]`));
}
export function turnTo(by) {
  const shown = drawHomes();
  look(seats[(seats.indexOf(shown) + by + seats.length) % seats.length]);
}
visit.addEventListener("toggle", () => { if (!visiting()) looked = 0, drawHomes(); });

// --- the end: line by line on the village that it comes from ---

const lines = () => all("#telling tbody [data-line]");

export function tell() {
  for (const button of all("[data-tell]")) show(button, over());
  if (!over()) return;
  const rows = lines();
  const at = Math.min(Number(memory.get("line") ?? 0), rows.length);
  const last = at >= rows.length;
  if (last) memory.set("told", "yes");
  const told = !!memory.get("told");
  set(find(".table"), "data-untold", told ? null : "");
  for (const words of all("#prompt [data-told]")) show(words, told);
  for (const words of all("#prompt [data-untold]")) show(words, !told);
  rows.forEach((row, index) => {
    row.classList.toggle("is-later", index > at);
    row.classList.toggle("is-now", index === at);
    row.classList.toggle("is-past", !last && index < at - 2);
  });
  all("#telling tfoot td").forEach((cell, index) => { // what is told so far
    cell.textContent = rows.slice(0, at + 1).reduce((sum, row) => sum + Number(all("td", row)[index].textContent), 0);
  });
  set(find('[data-tell="back"]'), "aria-disabled", at ? null : true);
  show(find("[data-tell-more]"), !last);
  show(find("[data-tell-last]"), last);
  const line = rows[at]?.dataset.line ?? "";
  for (const home of all("[data-home]")) {
    home.classList.toggle("is-telling", !!line && !["height", "objective", "personal"].includes(line));
    for (const sign of all(".cud-plaque, .cud-tag", home)) sign.classList.toggle("is-told", sign.dataset.line === line);
    const grid = all(".cud-building", home).map((building) => all("[data-counts]", building).reverse());
    const told = (piece) => !!line && !!piece && piece.dataset.counts.split(" ").includes(line);
    grid.forEach((cards, x) => cards.forEach((piece, y) => {
      const mine = told(piece);
      piece.classList.toggle("is-told", mine);
      const edge = { up: cards[y + 1], down: cards[y - 1], left: grid[x - 1]?.[y], right: grid[x + 1]?.[y] };
      for (const [side, other] of Object.entries(edge)) piece.classList.toggle(`g-${side}`, mine && !told(other));
    }));
  }
}

// Whoever has gone on to the ranking knows how it ended.
document.addEventListener("click", ({ target }) => {
  if (target.closest?.("#ending a") && over()) memory.set("line", lines().length), memory.set("told", "yes");
});

export function tellStep(by) {
  const rows = lines();
  const at = Number(memory.get("line") ?? 0);
  const next = by > 0 ? (at >= rows.length ? 0 : at + 1) : Math.max(0, at - 1);
  memory.set("line", next);
  tell();
  const row = rows[next] ?? find("#telling tfoot tr");
  find("#say").textContent = [find("th", row), ...all("td", row)].map((cell) => cell.textContent.trim()).join(" ");
}
