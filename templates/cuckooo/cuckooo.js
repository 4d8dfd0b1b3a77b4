// Cuckooo!: runs and pairs of cards, the run on the row, taking back, the steps of the settlement, the magpies just seen.
import { table } from "../../table.js";
import { all, find, set, twice } from "../../page.js";

// A run (Series): each sparrow fits the one before. Domain: {starts, follow: {card: [cards]}, least}.
const linked = (cards, { starts, follow }) => cards.every((card, at) => (at ? follow[cards[at - 1]] : starts).includes(card)) && new Set(cards).size === cards.length;
table.domain("run", {
  fits: linked,
  fill: (cards, run) => (cards.length >= run.least && linked(cards, run) ? cards : undefined),
});

// Two owls of different players. Domain: {groups: [[owls], ...]}.
const nest = (owl, { groups }) => groups.findIndex((group) => group.includes(owl));
const apart = (owls, pair) => owls.length <= 2 && owls.every((owl) => nest(owl, pair) >= 0) && new Set(owls.map((owl) => nest(owl, pair))).size === owls.length;
table.domain("pair", {
  fits: apart,
  fill: (owls, pair) => (owls.length === 2 && apart(owls, pair) ? owls : undefined),
});

let chosen = [];

function drawRun() {
  const run = chosen.length > 1 ? chosen : [];
  const home = find("#ck-run");
  if (!home) return;
  for (const card of all("[data-run]", home)) {
    const at = run.indexOf(card.dataset.run);
    card.hidden = at < 0;
    card.toggleAttribute("data-last", at >= 0 && at === run.length - 1);
    card.style.order = at;
    find("b", card).textContent = at + 1;
  }
}

function offerBack() {
  for (const button of all(".ck-actions [data-take-back]")) button.hidden = chosen.length < (button.dataset.takeBack ? 2 : 1);
}

const sent = () => all("#hand .is-picked [data-piece]").map((card) => card.dataset.piece); // to be passed, but not gone yet

function takeBack(card) {
  if (card === "last") table.choose(chosen.slice(0, -1));
  else if (card) table.choose((chosen.length ? chosen : sent()).filter((one) => one !== card));
  else table.choose();
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-take-back], [data-step], [data-put-back]");
  if (!button || twice) return;
  const { takeBack: card, step } = button.dataset;
  if (step) go(step);
  else if (card === undefined) putBack();
  else takeBack(card);
});

// A fourth card to pass takes no other's place: which one should go back is the player's to say.
const full = (card) => card && chosen.length === 3 && !chosen.includes(card);
function refuse() {
  find("#objection-text").textContent = find("#passing").dataset.full;
  find("#objection").hidden = false;
}
document.addEventListener("click", (event) => {
  if (!full(event.target.closest(".is-passing [data-piece]")?.dataset.piece)) return;
  event.stopPropagation();
  refuse();
}, true);

// A card that is dragged to the tray is one of the three to pass. (What else cards are dragged to does something by itself.)
document.addEventListener("pointerup", ({ clientX, clientY }) => {
  const card = find(".ck-hand .is-dragged")?.dataset.piece;
  if (!card || chosen.includes(card) || !document.elementsFromPoint(clientX, clientY).some((one) => one.matches(".ck-tray"))) return;
  if (full(card)) refuse();
  else table.choose([...chosen, card]);
});

// What this reader has already seen of a round: kept for this visit, so that a reload does not tell it again.
const seen = {}; // where the browser keeps nothing
const name = (what, round) => `${what}/${location.pathname}/${round}`;
function recall(what, round) {
  try { return sessionStorage[name(what, round)] ?? seen[name(what, round)]; } catch { return seen[name(what, round)]; }
}
function remember(what, round, value) {
  seen[name(what, round)] = `${value}`;
  try { sessionStorage[name(what, round)] = value; } catch { /* until the page is left */ }
}

const STEPS = 4;
const told = () => Number(recall("settlement", find("#settlement").dataset.round) ?? 1);

function tellSettlement() {
  const home = find("#settlement");
  if (home.hidden) return;
  const at = told();
  home.dataset.at = at;
  for (const step of all(".ck-step", home)) {
    const here = Number(step.dataset.step);
    step.classList.toggle("is-done", here < at);
    set(step, "aria-current", here === at ? "step" : null);
  }
}

function go(step) {
  const home = find("#settlement");
  const before = told();
  const at = Math.min(STEPS, Math.max(1, step === "on" ? before + 1 : step === "back" ? before - 1 : Number(step)));
  remember("settlement", home.dataset.round, at);
  tellSettlement();
  find("#say").textContent = [...all("#prompt .prompt-text > *, .ck-rules-of > *"), ...all(`#log [class^="ck-tells"]`)].filter(toldAt(at)).map((one) => one.textContent.trim()).join(" ");
  if (document.activeElement?.closest(".actions") && !document.activeElement.getClientRects().length) find(step === "back" ? ".ck-step-on" : ".ck-go-on, .ck-step-back")?.focus();
}

// What is told at this very step: a sentence of the prompt, or a line of the log since the last heading.
function toldAt(at) {
  const since = all("#log > .log-mark").at(-1);
  return (one) => one.matches(`.ck-at-${at}`) || (one.matches(`.ck-tells-${at}`) && since?.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING);
}

function showSpied() {
  const home = find("#spied");
  if (home) home.hidden = !home.children.length || recall("spied", home.dataset.round) === "put back";
}

function putBack() {
  remember("spied", find("#spied").dataset.round, "put back");
  showSpied();
  find("#prompt").focus({ preventScroll: true });
}

// A hand that somebody else showed stays in view for some seconds, also when its owner kept an owl at once.
const HOLD = 7000;
let piles = null;
let holding;

function holdShown(seat) {
  const now = all("#out .ck-out-pile");
  const last = now.at(-1);
  const home = find("#ck-held");
  const open = !find("#shown").hidden;
  if (piles !== null && now.length > piles && Number(last.dataset.seatOf) !== seat) {
    home.replaceChildren(...last.cloneNode(true).childNodes);
    home.className = `ck-shown on-paper p${last.dataset.seatOf}`;
    home.hidden = false;
    clearTimeout(holding);
    holding = setTimeout(() => { home.hidden = true; }, HOLD);
  }
  if (!now.length) home.hidden = true;
  home.classList.toggle("is-behind", open);
  piles = now.length;
}
find("#ck-held").addEventListener("click", () => { find("#ck-held").hidden = true; });

table.on("mark", (state) => {
  const first = !chosen.length && state.chosen.length === 1 && state.chosen[0];
  chosen = state.chosen;
  if (first && sent().includes(first)) return (chosen = []), takeBack(first); // touched in the hand, where its place is empty
  holdShown(state.seat);
  drawRun();
  offerBack();
  tellSettlement();
  showSpied();
});
