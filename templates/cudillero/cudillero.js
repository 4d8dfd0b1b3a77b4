// Cudillero: places as pieces, the two bids and the card to play, the value board, swapping, looking at villages, the end line by line.
import { table } from "../../table.js";
import { all, find, set } from "../../page.js";
const show = (element, yes) => { if (element) element.hidden = !yes; };
const seat = Number(document.body.dataset.seat) || null;
const board = find("#main");
// What this reader has seen or half done: kept for this visit, so that a reload does not lose it or tell it again.
const memory = {
  get(key) { try { return sessionStorage.getItem(`cudillero/${location.pathname}/${key}`); } catch { return null; } },
  set(key, value) { try { sessionStorage.setItem(`cudillero/${location.pathname}/${key}`, value); } catch { /* private browsing: told again */ } },
};
const lasting = {
  get(key) { try { return localStorage.getItem(`cudillero/${key}`); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(`cudillero/${key}`, value); } catch { /* private browsing: asked again */ } },
};
// --- domains: a place of the village is the piece "at-2", so that it is no other number; two neighbouring cards are a pair ---
const place = (value) => (typeof value === "number" ? `at-${value}` : String(value));
const real = ({ values }, text) => values.find((value) => value === text || place(value) === text);
table.domain("one-of", {
  fits: (pieces, domain) => pieces.length === 1 && real(domain, pieces[0]) !== undefined,
  fill: (pieces, domain) => (pieces.length === 1 ? real(domain, pieces[0]) : undefined),
});
const pairs = (cards, { values }) => values.some((pair) => cards.every((card) => pair.includes(card)));
table.domain("pairs", {
  fits: (cards, domain) => cards.length <= 2 && new Set(cards).size === cards.length && pairs(cards, domain),
  fill: (cards, domain) => (cards.length === 2 && pairs(cards, domain) ? cards : undefined),
});
let now = { choices: [], chosen: [], off: false };
const offered = (type) => now.choices.some((choice) => choice.type === type);
const again = () => table.choose([...now.chosen]);
// --- modes: the value board or a swap take the place of the market ---
let mode = "";
let step = ""; // "red+", "blue-"
function setMode(next) {
  mode = next;
  step = "";
  table.clear();
}
function drawMode() {
  if ((mode === "value" && !offered("value")) || (mode === "relocate" && !offered("relocate"))) mode = step = "";
  set(board, "data-mode", mode || null);
  for (const chip of all("[data-mode-of]")) {
    const can = offered(chip.dataset.modeOf);
    set(chip, "aria-pressed", mode === chip.dataset.modeOf);
    if (can && !now.off) chip.removeAttribute("aria-disabled");
  }
  for (const chip of all(".cud-chip, .cud-coin[data-do]")) chip.classList.toggle("is-off", !offered(JSON.parse(chip.dataset.do).type));
  for (const one of all("[data-step]")) set(one, "aria-pressed", one.dataset.step === step);
  for (const one of all("[data-colour]")) one.classList.toggle("is-chosen", step.slice(0, -1) === one.dataset.colour);
  for (const one of all("[data-step-of]")) show(one, mode === "value" && one.dataset.stepOf === step);
  for (const one of all("#stepper [data-shows]")) {
    const mine = one.dataset.shows;
    show(one, mine === step || (one.closest(".cud-step") && !/[+-]$/.test(mine) && step.slice(0, -1) !== mine));
  }
  if (mode === "value") for (const end of all(".cud-finish")) show(end, !step);
}
// --- the own village: cards to swap, what it would look like, fibre and clothes lines as they would be ---
// Cards can be touched only while a swap is made; true if that has changed.
function offerSwaps() {
  const swaps = mode === "relocate" ? now.choices.filter((choice) => choice.type === "relocate").flatMap((choice) => choice.fields.cards.values).flat() : [];
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
function drawSwap() {
  for (const card of all("#plot [data-card] > .cud-card")) card.style.translate = "";
  for (const sign of all("#plot .cud-between")) sign.remove();
  const [one, other] = mode === "relocate" && now.chosen.length === 2 ? now.chosen.map((id) => find(`#plot [data-card="${CSS.escape(id)}"]`)) : [];
  const pair = one && other;
  show(find("#cud-ribbon"), pair);
  for (const text of all("#effects [data-swap-of]")) show(text, pair && text.dataset.swapOf.split(" ").every((id) => now.chosen.includes(id)));
  for (const text of all("#effects [data-no-swap]")) show(text, !pair);
  if (!pair) return;
  const [[ax, ay], [bx, by]] = [middle(one), middle(other)];
  find(":scope > .cud-card", one).style.translate = `${bx - ax}px ${by - ay}px`;
  find(":scope > .cud-card", other).style.translate = `${ax - bx}px ${ay - by}px`;
  const sign = document.createElement("span");
  sign.className = "cud-between";
  sign.innerHTML = `<svg class="cud-sign" viewBox="0 0 40 40" aria-hidden="true"><use href="#cud-swap-${Math.abs(bx - ax) > Math.abs(by - ay) ? "side" : "up"}"/></svg>`;
  const home = one.getBoundingClientRect();
  sign.style.left = `${(ax + bx) / 2 - home.left}px`;
  sign.style.top = `${(ay + by) / 2 - home.top}px`;
  one.append(sign);
}
const FACING = { left: "right", right: "left", up: "down", down: "up" };
// Buildings from the doorway up, as they would stand with what is chosen: {art, cables, lines}.
function planned() {
  const look = (element, art) => ({ art, cables: element.dataset.cables.split(" "), lines: element.dataset.lines.split(" "), id: element.dataset.card });
  const buildings = all("#plot .cud-building:not(.cud-end)").map((building) => {
    const cards = all(":scope > [data-card]", building).reverse().map((piece) => look(piece, find(":scope > .cud-card", piece)));
    const aimed = find(':scope > .cud-place[aria-pressed="true"] > .cud-shown:not([hidden]), :scope > .cud-place.is-kept > .cud-shown', building);
    return aimed ? [...cards, look(aimed, find(".cud-card", aimed))] : cards;
  });
  if (mode === "relocate" && now.chosen.length === 2) {
    const spots = buildings.flatMap((cards, x) => cards.map((card, y) => [card, x, y])).filter(([card]) => now.chosen.includes(card.id));
    if (spots.length === 2) {
      const [[one, x, y], [other, u, v]] = spots;
      buildings[x][y] = other;
      buildings[u][v] = one;
    }
  }
  return buildings;
}
function light() {
  const buildings = planned();
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
// --- places: the only one is aimed at by itself; a second touch builds ---
function aim() {
  const { chosen } = now;
  if (chosen.length && chosen.every((id) => id.startsWith("at-")) && !all("#plot .cud-place:not([data-for])").length) return table.clear();
  if (chosen.length !== 1 || !all(`#plot .cud-place[data-for~="${CSS.escape(chosen[0])}"]`).length) return;
  const places = all("#plot .cud-place[data-fits]:not([hidden])");
  if (places.length === 1) table.choose([chosen[0], places[0].dataset.piece]);
}
// --- the bids: a draft of two cards to bid and one to play ---
let draft = []; // numbers, or nothing: [bid, bid, play]
let of = ""; // the round that it is for
let held = null; // a card in the hand of a mouse or finger
function bidder() {
  const home = find("[data-bidder]");
  if (!home) return null;
  if (of !== home.dataset.bidder) {
    of = home.dataset.bidder;
    const cards = all("[data-card]", home).map((card) => card.dataset.card);
    const kept = memory.get(`bid/${of}`)?.split(" ") ?? home.dataset.made.split(" ");
    draft = [0, 1, 2].map((at) => (cards.includes(kept[at]) ? Number(kept[at]) : null));
  }
  return home;
}
const free = () => draft.findIndex((card) => card === null);
const sorted = ([one, other, play]) => [Math.max(one, other), Math.min(one, other), play].join(" ");
// True if the button's action has changed and wants to be marked anew.
function drawBids() {
  const home = bidder();
  if (!home) return false;
  const next = free();
  for (const lot of all("[data-lot]", home)) {
    const card = draft[Number(lot.dataset.lot)];
    const source = card === null ? null : find(`[data-card="${card}"]`, home);
    lot.classList.toggle("is-full", card !== null);
    lot.classList.toggle("is-next", Number(lot.dataset.lot) === next);
    set(lot, "aria-label", source ? `${lot.dataset.full}: ${source.dataset.words}` : lot.dataset.empty);
    find(".cud-lot-card", lot).replaceChildren(...(source ? [find("svg", source).cloneNode(true)] : []));
  }
  for (const card of all("[data-card]", home)) {
    const gone = draft.includes(Number(card.dataset.card));
    card.classList.toggle("is-gone", gone);
    set(card, "aria-disabled", gone ? true : null);
  }
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
  draft = cards;
  memory.set(`bid/${of}`, draft.map((card) => card ?? "").join(" "));
  again();
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
let quiet = 0; // the click that ends a drag is none
document.addEventListener("pointerdown", (event) => {
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
  quiet = performance.now() + 60;
  drop.source.classList.remove("is-held");
  (find(".cud-lot-card", drop.source) ?? drop.source).style.translate = "";
  for (const one of all("[data-lot].is-under")) one.classList.remove("is-under");
  if (type === "pointercancel") return;
  const lot = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest("[data-lot]")).find(Boolean);
  if (lot) put(drop.card, Number(lot.dataset.lot));
  else if (drop.source.dataset.lot) takeBack(Number(drop.source.dataset.lot));
});
// --- +10 and +20: what the bid becomes ---
function drawSum() {
  const combo = now.chosen.filter((id) => id.startsWith("plus_")).sort().join(" ");
  for (const text of all("[data-combo]")) show(text, text.dataset.combo === combo);
}
// --- the bids are open; a new day: told once, over the board ---
function drawTold() {
  const order = find("#order");
  const key = order.children.length ? order.dataset.key : "";
  const day = find("#dawn").dataset.key;
  const dawn = !!day && memory.get("dawn") !== day;
  const reveal = !!key && memory.get("bids") !== key;
  show(find("#cud-dawn"), dawn);
  show(find("#cud-reveal"), reveal);
  show(find("#cud-bids-again"), !!key && !reveal);
  show(find("#cud-go-on"), dawn || reveal);
  const mine = !!find("#prompt[data-asked]");
  for (const word of all("[data-go]")) show(word, word.dataset.go === (dawn ? "bids" : mine ? "turn" : "table"));
}
function goOn() {
  if (!find("#cud-dawn").hidden) memory.set("dawn", find("#dawn").dataset.key);
  if (!find("#cud-reveal").hidden) memory.set("bids", find("#order").dataset.key);
  drawTold();
  find("#prompt").focus({ preventScroll: true });
}
// --- looking at villages; in the board for those who watch, and at the end ---
const visit = find("#cud-visit");
const homes = find("#cud-homes");
const seats = all("[data-home]", homes).map((home) => Number(home.dataset.home));
let looked = 0; // whom the reader wants to see
const over = () => !find("#telling").hidden;
const inline = () => !seat || over();
function drawHomes() {
  const home = inline() ? find("#cud-inline") : visit;
  if (homes.parentElement !== home) home.append(homes);
  if (inline() && visit.open) visit.close();
  const acting = Number(all(".player:has(> .is-choosing)").at(0)?.dataset.presence);
  const shown = looked || (inline() && !over() && acting) || seat || seats[0];
  for (const one of all("[data-home]", homes)) show(one, Number(one.dataset.home) === shown);
  show(find("#cud-homes-own"), shown === seat);
  for (const column of all(".cud-column")) set(column, "aria-pressed", Number(column.dataset.look) === shown);
  return shown;
}
function look(at) {
  looked = at;
  drawHomes();
  if (!inline() && !visit.open) visit.showModal(), find("#cud-visit-close").focus({ focusVisible: false });
  tell();
  toQuay(find(`#home-${at} [data-yard]`));
}
function turnTo(by) {
  const shown = drawHomes();
  look(seats[(seats.indexOf(shown) + by + seats.length) % seats.length]);
}
visit.addEventListener("close", () => { looked = 0; drawHomes(); });
visit.addEventListener("click", (event) => event.target === visit && visit.close());
// --- the end: line by line on the village that it comes from ---
function tell() {
  for (const button of all("[data-tell]")) show(button, over());
  if (!over()) return;
  const rows = all("#telling tbody [data-line]");
  const at = Math.min(Number(memory.get("line") ?? 0), rows.length);
  const last = at >= rows.length;
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
function tellStep(by) {
  const rows = all("#telling tbody [data-line]");
  const at = Number(memory.get("line") ?? 0);
  const next = by > 0 ? (at >= rows.length ? 0 : at + 1) : Math.max(0, at - 1);
  memory.set("line", next);
  tell();
  const row = rows[next] ?? find("#telling tfoot tr");
  find("#say").textContent = [find("th", row), ...all("td", row)].map((cell) => cell.textContent.trim()).join(" ");
}
// --- the size of the village ---
const ZOOMS = [1, 1.4, 1.9, 2.5];
let zoom = 1;
const fingers = new Map();
let pinch = null;
function setZoom(next, yard = find("#plot")) {
  zoom = Math.min(ZOOMS.at(-1), Math.max(1, next));
  drawZoom(yard);
}
function drawZoom(yard = find("#plot")) {
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
const toQuay = (yard) => { if (yard) yard.scrollTop = yard.scrollHeight; };
const near = new WeakSet(); // villages whose quay was shown once
function drawQuay() {
  for (const yard of all("[data-yard]")) if (!near.has(yard) && yard.clientHeight) near.add(yard), toQuay(yard);
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
  if (pinch && fingers.size === 2) setZoom((pinch.from * spread()) / pinch.spread);
});
for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, (event) => { fingers.delete(event.pointerId); pinch = null; });
document.addEventListener("wheel", (event) => {
  if (!event.ctrlKey || !event.target.closest?.("#plot")) return;
  event.preventDefault();
  setZoom(zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15));
}, { passive: false });
// --- questions before a step: a purchase that leaves the hand stuck, a turn that ends with something left to do ---
const asks = () => lasting.get("ask") !== "no";
function setAsks(yes) {
  lasting.set("ask", yes ? "yes" : "no");
  const box = find("#cud-ask");
  if (box) box.checked = yes;
}
setAsks(asks());
function warnBuy() {
  const words = now.chosen.length === 1 && find(`#warnings [data-snare="${CSS.escape(now.chosen[0])}"]`);
  if (!words) return false;
  find("#cud-stuck-words").replaceChildren(words.cloneNode(true));
  find("#cud-stuck").showModal();
  return true;
}
function askEnd(button) {
  if (!button.dataset.useful || !asks()) return false;
  find("#cud-ending-words").textContent = button.dataset.useful;
  find("#cud-ask-no").checked = false;
  find("#cud-ending").showModal();
  return true;
}
if (seat) {
  find("#cud-ask").addEventListener("change", (event) => setAsks(event.target.checked));
  find("#cud-stuck-back").addEventListener("click", () => { find("#cud-stuck").close(); table.clear(); });
  find("#cud-stuck-buy").addEventListener("click", () => { find("#cud-stuck").close(); table.act({ type: "buy", card: now.chosen[0] }); });
  find("#cud-ending-back").addEventListener("click", () => find("#cud-ending").close());
  find("#cud-ending-go").addEventListener("click", () => {
    if (find("#cud-ask-no").checked) setAsks(false);
    find("#cud-ending").close();
    table.act({ type: "end" });
  });
}
// --- touches that are the game's own, before the generic ones ---
function own(event) {
  const at = (selector) => event.target.closest?.(selector);
  let element;
  if (performance.now() < quiet) return !!at("[data-bidder]");
  if ((element = at("[data-bidder] [data-card]"))) return put(element.classList.contains("is-gone") ? null : Number(element.dataset.card)), true;
  if ((element = at("[data-lot]"))) return takeBack(Number(element.dataset.lot)), true;
  if ((element = at("[data-mode-of]")) && offered(element.dataset.modeOf)) return setMode(mode === element.dataset.modeOf ? "" : element.dataset.modeOf), true;
  if ((element = at("[data-step]"))) {
    if (element.getAttribute("aria-disabled")) return true;
    if (step === element.dataset.step) find(`[data-step-of="${step}"]`)?.click();
    else step = element.dataset.step, again();
    return true;
  }
  if ((element = at('.cud-place[aria-pressed="true"]')) && event.detail < 2) return find(".actions .button[data-ready]:not([hidden])")?.click(), true;
  if ((element = at("[data-ready]")) && element.dataset.do?.includes('"buy"')) return warnBuy();
  if ((element = at(".cud-finish[data-ready]"))) return askEnd(element);
  if ((element = at("[data-look]"))) return look(Number(element.dataset.look)), true;
  if ((element = at("[data-turn-to]"))) return turnTo(Number(element.dataset.turnTo)), true;
  if (at("#cud-visit-close")) return visit.close(), true;
  if ((element = at("[data-tell]"))) return element.getAttribute("aria-disabled") ? true : (tellStep(element.dataset.tell === "on" ? 1 : -1), true);
  if ((element = at("[data-zoom]"))) {
    const next = element.dataset.zoom === "in" ? ZOOMS.find((one) => one > zoom) : ZOOMS.findLast((one) => one < zoom);
    return setZoom(next ?? zoom), true;
  }
  if (at("#cud-go-on")) return goOn(), true;
  if (at("#cud-bids-again")) return memory.set("bids", ""), drawTold(), true;
  return false;
}
document.addEventListener("click", (event) => {
  if (!own(event)) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
document.addEventListener("keydown", (event) => {
  const button = event.target.closest?.('#plot [role="button"]');
  if (button && event.key === " ") event.preventDefault(), button.click();
  else if (button && event.key === "Enter" && button.getAttribute("aria-pressed") !== "true") event.preventDefault(), button.click();
  else if (event.key === "Escape" && mode && !now.chosen.length && !find("dialog[open]")) setMode("");
  else if (event.key.startsWith("Arrow") && event.target.closest?.("[data-fan], .cud-lots, .cud-steps, .cud-acts")) {
    const near = all("button", event.target.closest("[data-fan], .cud-lots, .cud-steps, .cud-acts"));
    const next = near[near.indexOf(event.target) + (["ArrowRight", "ArrowDown"].includes(event.key) ? 1 : -1)];
    if (next) event.preventDefault(), next.focus();
  }
});
table.on("mark", (state) => {
  now = state;
  drawMode();
  if (offerSwaps()) return again(); // marked anew with the cards that can be touched now
  if (drawBids()) return again();
  aim();
  now = { ...now, chosen: state.chosen };
  drawSum();
  drawTold();
  drawHomes();
  tell();
  if (seat) {
    drawZoom();
    drawSwap();
    light();
  }
  drawQuay();
});
