// The own village: cards to swap, what it would look like, fibre and clothes lines as they would be, its size.
import { all, find, set } from "../../page.js";

const show = (element, yes) => { if (element) element.hidden = !yes; };

// Cards can be touched only while a swap is made; true if that has changed.
export function offerSwaps(choices, swapping) {
  const swaps = swapping ? choices.filter((choice) => choice.type === "relocate").flatMap((choice) => choice.fields.cards.values).flat() : [];
  let changed = false;
  for (const piece of all("#plot [data-card]")) {
    const may = swaps.includes(piece.dataset.card);
    if (may === ("piece" in piece.dataset)) continue;
    changed = true;
    if (may) {
      piece.dataset.piece = piece.dataset.card;
      piece.tabIndex = 0;
      set(piece, "role", "button");
      set(piece, "aria-label", find("[aria-label]", piece)?.getAttribute("aria-label"));
    } else {
      delete piece.dataset.piece;
      for (const name of ["tabindex", "role", "aria-label", "aria-pressed", "aria-disabled", "data-can", "data-fits", "data-order"]) piece.removeAttribute(name);
    }
  }
  return changed;
}

const middle = (element) => { const box = element.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };

export function drawSwap(chosen) {
  for (const card of all("#plot [data-card] > .cud-card")) card.style.translate = "";
  for (const sign of all("#plot .cud-between")) sign.remove();
  const [one, other] = chosen.length === 2 ? chosen.map((id) => find(`#plot [data-card="${CSS.escape(id)}"]`)) : [];
  const pair = one && other;
  show(find("#cud-ribbon"), pair);
  for (const text of all("#effects [data-swap-of]")) show(text, pair && text.dataset.swapOf.split(" ").every((id) => chosen.includes(id)));
  for (const text of all("#effects [data-no-swap]")) show(text, !pair);
  if (!pair) return;
  const [[ax, ay], [bx, by]] = [middle(one), middle(other)];
  find(":scope > .cud-card", one).style.translate = `${bx - ax}px ${by - ay}px`;
  find(":scope > .cud-card", other).style.translate = `${ax - bx}px ${ay - by}px`;
  const sign = document.createElement("span");
  sign.className = "cud-between";
  sign.innerHTML = `<svg class="cud-sign" viewBox="0 0 40 40" aria-hidden="true"><use href="#cud-swap-${Math.abs(bx - ax) > Math.abs(by - ay) ? "side" : "up"}"/></svg>`;
  const tableau = find("#plot .cud-tableau"); // above all buildings
  const home = tableau.getBoundingClientRect();
  sign.style.left = `${(ax + bx) / 2 - home.left}px`;
  sign.style.top = `${(ay + by) / 2 - home.top}px`;
  tableau.append(sign);
}

const FACING = { left: "right", right: "left", up: "down", down: "up" };

// Buildings from the doorway up, as they would stand with what is chosen: {art, cables, lines}.
function planned(chosen) {
  const look = (element, art) => ({ art, cables: element.dataset.cables.split(" "), lines: element.dataset.lines.split(" "), id: element.dataset.card });
  const buildings = all("#plot .cud-building:not(.cud-end)").map((building) => {
    const cards = all(":scope > [data-card]", building).reverse().map((piece) => look(piece, find(":scope > .cud-card", piece)));
    const aimed = find(':scope > .cud-place[aria-pressed="true"] > .cud-shown:not([hidden]), :scope > .cud-place.is-kept > .cud-shown', building);
    return aimed ? [...cards, look(aimed, find(".cud-card", aimed))] : cards;
  });
  if (chosen.length === 2) {
    const spots = buildings.flatMap((cards, x) => cards.map((card, y) => [card, x, y])).filter(([card]) => chosen.includes(card.id));
    if (spots.length === 2) {
      const [[one, x, y], [other, u, v]] = spots;
      buildings[x][y] = other;
      buildings[u][v] = one;
    }
  }
  return buildings;
}

// Lights what the fibre reaches and joins the clothes lines.
export function light(chosen) {
  const buildings = planned(chosen);
  const neighbour = { left: (x, y) => buildings[x - 1]?.[y], right: (x, y) => buildings[x + 1]?.[y], up: (x, y) => buildings[x][y + 1], down: (x, y) => buildings[x][y - 1] };
  const lit = new Set();
  const reach = (x, y) => {
    const card = buildings[x][y];
    if (lit.has(card)) return;
    lit.add(card);
    for (const side of card.cables) {
      const next = neighbour[side]?.(x, y);
      if (next?.cables.includes(FACING[side])) reach(x + (side === "right") - (side === "left"), y + (side === "up") - (side === "down"));
    }
  };
  buildings.forEach((cards, x) => cards.length && reach(x, 0));
  buildings.forEach((cards, x) => cards.forEach((card, y) => {
    card.art.classList.toggle("is-lit", lit.has(card));
    for (const side of ["left", "right"]) card.art.classList.toggle(`has-${side}`, card.lines.includes(side) && !!neighbour[side](x, y)?.lines.includes(FACING[side]));
  }));
}

// --- its size: buttons, two fingers, the wheel ---

const ZOOMS = [1, 1.4, 1.9, 2.5];
let zoom = 1;
const fingers = new Map();
let pinch = null;

export function zoomTo(next) {
  zoom = Math.min(ZOOMS.at(-1), Math.max(1, next));
  drawZoom();
}
export function drawZoom() {
  const yard = find("#plot");
  const tableau = yard && find(".cud-tableau", yard);
  if (!tableau) return;
  const [x, y] = [(yard.scrollLeft + yard.clientWidth / 2) / yard.scrollWidth, (yard.scrollTop + yard.clientHeight) / yard.scrollHeight];
  const before = tableau.style.getPropertyValue("--zoom") || "1";
  tableau.style.setProperty("--zoom", zoom);
  if (before !== String(zoom)) {
    yard.scrollLeft = x * yard.scrollWidth - yard.clientWidth / 2;
    yard.scrollTop = y * yard.scrollHeight - yard.clientHeight;
  }
  set(find('[data-zoom="out"]'), "aria-disabled", zoom <= 1 ? true : null);
  set(find('[data-zoom="in"]'), "aria-disabled", zoom >= ZOOMS.at(-1) ? true : null);
  const building = find(".cud-building:not(.cud-end)", tableau);
  find("#cud-mine").classList.toggle("can-zoom", zoom > 1 || (!!building && building.offsetWidth < 60));
}
export const toQuay = (yard) => { if (yard) yard.scrollTop = yard.scrollHeight; };
const near = new WeakSet(); // villages that are kept in sight from their quay, whatever becomes of their frame
const frames = new ResizeObserver((changed) => { for (const { target } of changed) if (zoom === 1) toQuay(target); });
// A village is seen from its quay first; the places for a card come into view.
export function drawQuay() {
  for (const yard of all("[data-yard]")) if (!near.has(yard)) near.add(yard), frames.observe(yard);
  const places = all("#plot .cud-place:not([hidden])");
  const yard = find("#plot")?.getBoundingClientRect();
  const inside = (one) => { const box = one.getBoundingClientRect(); return box.bottom > yard.top + 20 && box.top > yard.top - 4 && box.right > yard.left + 8 && box.left < yard.right - 8; };
  if (places.length && !places.some(inside)) places[0].scrollIntoView({ block: "nearest", inline: "nearest" });
}

const spread = () => { const [one, other] = [...fingers.values()]; return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY); };
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#plot") || event.pointerType === "mouse") return;
  fingers.set(event.pointerId, event);
  if (fingers.size === 2) pinch = { from: zoom, spread: spread() };
});
document.addEventListener("pointermove", (event) => {
  if (!fingers.has(event.pointerId)) return;
  fingers.set(event.pointerId, event);
  if (pinch && fingers.size === 2) zoomTo((pinch.from * spread()) / pinch.spread);
});
for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, (event) => { fingers.delete(event.pointerId); pinch = null; });
document.addEventListener("wheel", (event) => {
  if (!event.ctrlKey || !event.target.closest?.("#plot")) return;
  event.preventDefault();
  zoomTo(zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15));
}, { passive: false });

export const zoomBy = (way) => zoomTo((way === "in" ? ZOOMS.find((one) => one > zoom) : ZOOMS.findLast((one) => one < zoom)) ?? zoom);
