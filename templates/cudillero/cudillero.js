// Cudillero: places as pieces, the value board, what is told over the board, questions before a step. The rest is in its modules.
import { table } from "../../table.js";
import { all, find, read, set, twice } from "../../page.js";
import { drawBids, touchBids } from "./bids.js";
import { drawHomes, look, tell, tellStep, turnTo } from "./homes.js";
import { lasting, memory } from "./memory.js";
import { drawQuay, drawSwap, drawZoom, light, offerSwaps, zoomBy } from "./village.js";

const show = (element, yes) => { if (element) element.hidden = !yes; };
const seat = Number(document.body.dataset.seat) || null;
const home = find(".table");

// --- domains: a place of the village is the piece "at-2", so that it is no other number; two neighbouring cards are a pair ---

const place = (value) => (typeof value === "number" ? `at-${value}` : String(value));
const real = ({ values }, text) => values.find((value) => value === text || place(value) === text);
table.domain("one-of", {
  holds: (value, { values }) => values.includes(value),
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
  table.choose();
}

function drawMode() {
  if ((mode === "value" && !offered("value")) || (mode === "relocate" && !offered("relocate"))) mode = step = "";
  set(home, "data-mode", mode || null);
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

// --- places: the only one is aimed at by itself; a second touch builds ---

function aim({ chosen }) { // true if what is chosen has changed
  if (chosen.length && chosen.every((id) => id.startsWith("at-")) && !find("#plot .cud-place:not([data-for])")) return table.choose(), true;
  if (chosen.length !== 1 || !find(`#plot .cud-place[data-for~="${CSS.escape(chosen[0])}"]`)) return false;
  const places = all("#plot .cud-place[data-fits]:not([hidden])");
  if (places.length === 1) table.choose([chosen[0], places[0].dataset.piece]);
  return places.length === 1;
}

// What a half-made step asks for next, in the prompt.
function drawAsked({ chosen }) {
  const open = chosen.length === 1 && all("#plot .cud-place[data-fits]:not([hidden])").length > 1;
  const asked = { value: "value", relocate: "swap" }[mode] ?? (open ? (chosen[0].startsWith("door-") ? "end" : "place") : "");
  for (const word of all("#prompt [data-say]")) show(word, word.dataset.say === asked);
}

// --- +10 and +20: what the bid becomes ---

function drawSum() {
  const combo = now.chosen.filter((id) => id.startsWith("plus_")).sort().join(" ");
  for (const text of all("[data-combo]")) show(text, text.dataset.combo === combo);
}

// --- the bids are open; a new day: told once, over the board ---

const open = (selector) => !(find(selector)?.hidden ?? true);

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
  const stages = { dawn, reveal, choosing: open("#choosing"), sealed: open("#sealed"), telling: open("#telling"), roof: !!find(".cud-worth"), bids: !!find("[data-bidder]") };
  set(home, "data-stage", Object.keys(stages).find((stage) => stages[stage]));
  set(home, "data-buying", find('#market [aria-pressed="true"]') && "");
}

function goOn() {
  if (!find("#cud-dawn").hidden) memory.set("dawn", find("#dawn").dataset.key);
  if (!find("#cud-reveal").hidden) memory.set("bids", find("#order").dataset.key);
  drawTold();
  find("#prompt").focus({ preventScroll: true });
}

// --- questions before a step: a purchase that leaves the hand stuck, a turn that ends with something left to do ---

function ask(question, answer) {
  question.showPopover();
  find(answer).focus({ focusVisible: false });
}

const asks = () => lasting.get("ask") !== "no";
function setAsks(yes) {
  lasting.set("ask", yes ? "yes" : "no");
  const box = find("#cud-ask");
  if (box) box.checked = yes;
}
setAsks(asks());

const snare = () => now.chosen.length === 1 && find(`#warnings [data-snare="${CSS.escape(now.chosen[0])}"]`);

function drawSnare() { // by keyboard and by drag the plain question is asked
  for (const button of all('[data-do*="buy"]')) set(button, "data-sure", snare() ? all("h2, p", snare()).map((one) => one.textContent.trim()).join(" ") : null);
}

function warnBuy() {
  const words = snare();
  if (!words) return false;
  find("#cud-stuck-words").replaceChildren(words.cloneNode(true));
  ask(find("#cud-stuck"), "#cud-stuck-back");
  return true;
}

function askEnd(button) {
  if (!button.dataset.useful || !asks()) return false;
  find("#cud-ending-words").textContent = button.dataset.useful;
  find("#cud-ask-no").checked = false;
  ask(find("#cud-ending"), "#cud-ending-back");
  return true;
}

if (seat) {
  find("#cud-ask").addEventListener("change", (event) => setAsks(event.target.checked));
  find("#cud-stuck-back").addEventListener("click", () => { find("#cud-stuck").hidePopover(); table.choose(); });
  find("#cud-stuck-buy").addEventListener("click", () => { find("#cud-stuck").hidePopover(); table.act({ type: "buy", card: now.chosen[0] }); });
  find("#cud-ending-back").addEventListener("click", () => find("#cud-ending").hidePopover());
  find("#cud-ending-go").addEventListener("click", () => {
    if (find("#cud-ask-no").checked) setAsks(false);
    find("#cud-ending").hidePopover();
    table.act({ type: "end" });
  });
}

// --- a card that cannot be taken now: in one's own turn it is said why, else the card is shown large ---

function lies(piece) {
  const { can, piece: id } = piece.dataset;
  if (can !== undefined) return false;
  const why = find(`[data-why-not="${piece.closest("#market") ? "buy" : "build"}"]`);
  if (why && !find(`#refusals [data-of="${CSS.escape(id)}"]`)) return why.click(), true;
  if (find(".cud-acts")) return false;
  read([find("svg", piece).cloneNode(true), piece.dataset.about ?? find("[aria-label]", piece).getAttribute("aria-label")]);
  return true;
}

// --- the second tap of a double tap meets no new button in the place of the first ---

const REST = 700; // ms
let rested = 0;

function hasty({ target, detail, timeStamp }) {
  const button = detail ? target.closest?.(".actions [data-do], .nearby [data-do], #cud-go-on") : null;
  if (!button) return false;
  if (timeStamp < rested && home.hasAttribute("data-resting")) return true;
  if (!button.matches("[data-ready], #cud-go-on")) return false;
  rested = timeStamp + REST;
  set(home, "data-resting", "");
  setTimeout(() => performance.now() >= rested && set(home, "data-resting"), REST);
  return false;
}

// --- touches that are the game's own, before the generic ones ---

function own(event) {
  const at = (selector) => event.target.closest?.(selector);
  let element;
  if (hasty(event) || touchBids(event)) return true;
  if ((element = at("#market .cud-house, #hand .cud-house[data-piece]"))) return !twice && lies(element);
  if (at(".cud-value-button") && offered("value")) return setMode("value"), true;
  if ((element = at("[data-mode-of]")) && offered(element.dataset.modeOf)) return setMode(mode === element.dataset.modeOf ? "" : element.dataset.modeOf), true;
  if ((element = at("[data-step]"))) {
    if (element.getAttribute("aria-disabled") || twice) return true;
    if (step === element.dataset.step) find(`[data-step-of="${step}"]`)?.click();
    else step = element.dataset.step, again();
    return true;
  }
  if ((element = at('.cud-place[aria-pressed="true"]')) && !twice) return find(".actions .button[data-ready]:not([hidden])")?.click(), true;
  if ((element = at("[data-ready]")) && element.dataset.do?.includes('"buy"')) return warnBuy();
  if ((element = at(".cud-finish[data-ready]"))) return askEnd(element);
  if ((element = at("[data-look]"))) return look(Number(element.dataset.look)), true;
  if ((element = at("[data-turn-to]"))) return turnTo(Number(element.dataset.turnTo)), true;
  if (at("#cud-visit-close")) return find("#cud-visit").hidePopover(), true;
  if ((element = at("[data-tell]"))) return element.getAttribute("aria-disabled") || twice ? true : (tellStep(element.dataset.tell === "on" ? 1 : -1), true);
  if ((element = at("[data-zoom]"))) return zoomBy(element.dataset.zoom), true;
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
  if (event.key === "Escape" && find(".cud-visit:popover-open, .cud-asks:popover-open")) event.stopPropagation(); // it closes the layer only
}, true);
document.addEventListener("keydown", (event) => {
  const button = event.target.closest?.('#plot [role="button"]');
  if (button && event.key === " ") event.preventDefault(), button.click();
  else if (button && event.key === "Enter" && button.getAttribute("aria-pressed") !== "true") event.preventDefault(), button.click();
  else if (event.key === "Escape" && mode && !now.chosen.length && !find("dialog[open], .cud :popover-open")) setMode("");
  else if (event.key.startsWith("Arrow") && event.target.closest?.("[data-fan], .cud-lots, .cud-steps, .cud-acts")) {
    const near = all("button", event.target.closest("[data-fan], .cud-lots, .cud-steps, .cud-acts"));
    const next = near[near.indexOf(event.target) + (["ArrowRight", "ArrowDown"].includes(event.key) ? 1 : -1)];
    if (next) event.preventDefault(), next.focus();
  }
});

table.on("mark", (state) => {
  if (state.choices !== now.choices) step = ""; // it was done, or is offered no more
  now = state;
  drawMode();
  if (offerSwaps(state.choices, mode === "relocate")) return again(); // marked anew with the cards that can be touched now
  if (drawBids()) return again();
  if (aim(state)) return;
  drawAsked(state);
  drawSum();
  drawSnare();
  drawTold();
  drawHomes();
  tell();
  if (seat) {
    drawZoom();
    const swapped = mode === "relocate" ? state.chosen : [];
    drawSwap(swapped);
    light(swapped);
  }
  drawQuay();
});
