// The bids: a draft of two cards to bid and one to play, by touch, by drag, by keyboard. It outlives a reload.
import { table } from "../../table.js";
import { all, find, set } from "../../page.js";
import { memory } from "./memory.js";

const show = (element, yes) => { element.hidden = !yes; };
let draft = []; // numbers, or nothing: [bid, bid, play]
let of = ""; // the round that it is for
let made = ""; // the bid that stands, as this page knows it
let held = null; // a card in the hand of a mouse or finger

const numbers = (text) => text.split(" ").map(Number);
const lay = (cards) => {
  draft = cards;
  memory.set(`bid/${of}`, draft.map((card) => card ?? "").join(" "));
};

function bidder() {
  const home = find("[data-bidder]");
  if (!home) return null;
  const own = new Set(all("[data-card]", home).map((card) => Number(card.dataset.card)));
  if (of !== home.dataset.bidder) {
    of = home.dataset.bidder;
    made = memory.get(`made/${of}`) ?? "";
    const kept = numbers(memory.get(`bid/${of}`) ?? "");
    draft = [0, 1, 2].map((at) => (own.has(kept[at]) ? kept[at] : null));
  }
  if (made !== home.dataset.made) { // by this page or by another one: what was sent last lies on the places
    made = home.dataset.made;
    memory.set(`made/${of}`, made);
    if (made && made !== sorted(draft)) lay(numbers(made));
  }
  return home;
}

const free = () => draft.findIndex((card) => card === null);
const sorted = ([one, other, play]) => [Math.max(one, other), Math.min(one, other), play].join(" ");

// The draft as it lies on its places; true if the button's action has changed and wants to be marked anew.
export function drawBids() {
  const home = bidder();
  if (!home) return false;
  const next = free();
  for (const lot of all("[data-lot]", home)) {
    const card = draft[Number(lot.dataset.lot)];
    const source = card === null ? null : find(`[data-card="${card}"]`, home);
    lot.classList.toggle("is-full", card !== null);
    lot.classList.toggle("is-next", Number(lot.dataset.lot) === next);
    const words = find("[data-full]", lot);
    words.textContent = source ? `${words.dataset.full}: ${source.dataset.words}` : words.dataset.empty;
    find(".cud-lot-card", lot).replaceChildren(...(source ? [find("svg", source).cloneNode(true)] : []));
  }
  for (const card of all("[data-card]", home)) {
    const gone = draft.includes(Number(card.dataset.card));
    card.classList.toggle("is-gone", gone);
    set(card, "aria-disabled", gone ? true : null);
  }
  const play = find(`[data-card="${draft[2]}"]`, home);
  for (const hint of all("[data-hint]", home)) show(hint, hint.dataset.hint === (play && "idle" in play.dataset ? "idle" : ""));
  const button = find("[data-bid-button]");
  if (!button) return false;
  const lack = draft.filter((card) => card === null).length;
  const same = !lack && home.dataset.made === sorted(draft);
  for (const text of all("[data-lack]", button)) show(text, text.dataset.lack === (same ? "same" : String(lack)));
  const wish = JSON.stringify(lack || same ? { type: "bid" } : { type: "bid", bids: draft.slice(0, 2), play: draft[2] });
  if (button.dataset.do === wish) return false;
  button.dataset.do = wish;
  return true;
}

function putBid(cards) {
  lay(cards);
  table.choose();
}

function put(card, at = free()) {
  if (at < 0 || !card) return;
  const next = draft.slice();
  const from = next.indexOf(card);
  if (from >= 0) next[from] = next[at];
  next[at] = card;
  putBid(next);
}

function takeBack(at) {
  const card = draft[at];
  if (card === null) return;
  putBid(draft.with(at, null));
  find(`[data-bidder] [data-card="${card}"]`)?.focus({ preventScroll: true });
}

let dragged = false; // the click that ends a drag is none, however late it comes
document.addEventListener("pointerdown", (event) => {
  dragged = false;
  const source = event.target.closest("[data-bidder] [data-card], [data-bidder] [data-lot]");
  if (!source || event.button || !event.isPrimary) return;
  const card = source.dataset.card ? Number(source.dataset.card) : draft[Number(source.dataset.lot)];
  if (card && (source.dataset.lot || !draft.includes(card))) held = { source, card, x: event.clientX, y: event.clientY, moved: false };
});
document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.moved && Math.hypot(dx, dy) < 8) return;
  if (!held.moved) {
    held.moved = true;
    held.source.setPointerCapture?.(event.pointerId);
    held.source.classList.add("is-held");
  }
  (find(".cud-lot-card", held.source) ?? held.source).style.translate = `${dx}px ${dy}px`;
  const lot = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest("[data-lot]")).find(Boolean);
  for (const one of all("[data-lot]")) one.classList.toggle("is-under", one === lot);
});
for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, (event) => {
  const drop = held;
  held = null;
  if (!drop?.moved) return;
  dragged = true;
  drop.source.classList.remove("is-held");
  (find(".cud-lot-card", drop.source) ?? drop.source).style.translate = "";
  for (const one of all("[data-lot].is-under")) one.classList.remove("is-under");
  if (type === "pointercancel") return;
  const lot = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest("[data-lot]")).find(Boolean);
  if (lot) put(drop.card, Number(lot.dataset.lot));
  else if (drop.source.dataset.lot) takeBack(Number(drop.source.dataset.lot));
});

// A click on a card or a place; true if it was one.
export function touchBids({ target, detail }) {
  const card = target.closest?.("[data-bidder] [data-card]");
  const lot = target.closest?.("[data-lot]");
  if (dragged && detail) return !(dragged = false);
  if (card || lot) {
    if (lot) takeBack(Number(lot.dataset.lot));
    else if (!card.classList.contains("is-gone")) put(Number(card.dataset.card));
  }
  return !!(card || lot);
}
