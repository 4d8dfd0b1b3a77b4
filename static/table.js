// The board: what you may touch, what you chose, what you do, where the focus is.
import { enter, log } from "./room.js";
import { all, find, modal, on, page, read, set, sure, twice, words } from "./page.js";
import { complete, domain, possible, touched } from "./choice.js";
import { beneath, fly } from "./flights.js";

const title = document.title;
const PIECE = "[data-piece]";
const DEED = "[data-do]";
const READABLE = `${PIECE}, [data-face], [data-about]`;
const TOUCHABLE = `${PIECE}, ${DEED}, [data-undo]`;
const HOME = "[data-zone], .hand, section, main"; // where pieces are neighbours
const drawings = []; // of the game's own script
let choices = JSON.parse(page.choices);
let chosen = []; // piece ids: they outlive every swap
let off = false; // nothing can be done: the connection is lost, or
let busy = false; // a command is on its way

const spec = (button) => JSON.parse(button.dataset.do);
const made = (button, held = chosen) => complete(choices, spec(button), held); // the whole action
const ready = (button) => !button.ariaDisabled;
const ways = () => all(".actions [data-ready]:not([hidden])");
const fits = (...more) => possible(choices, [...chosen, ...more]);
const asked = () => find("#prompt").dataset.asked; // the key of the question

// --- marks: what can be touched, what is chosen, what can be done ---

function mark() {
  while (chosen.length && !fits()) chosen.pop();
  for (const element of all(PIECE)) {
    const id = element.dataset.piece;
    const order = chosen.indexOf(id) + 1; // 0: it is not chosen
    const joins = !order && fits(id);
    const can = order || joins || possible(choices, [id]);
    element.toggleAttribute("data-can", can);
    element.toggleAttribute("data-fits", joins);
    element.ariaPressed = can ? !!order : null;
    set(element, "data-order", order || null);
    element.ariaDisabled = (page.seat && !can) || null;
  }
  for (const button of all(DEED)) {
    const wish = spec(button);
    const offered = choices.some((choice) => choice.type === wish.type);
    const can = !!made(button);
    const now = can && !off;
    button.ariaDisabled = !now || null;
    button.toggleAttribute("data-ready", now);
    button.hidden = ("shy" in button.dataset && !can) || (!offered && !!button.closest(".rack") && !refused(wish.type));
    const count = possible(choices, chosen, wish) ? chosen.length : 0;
    for (const label of all("[data-at]", button)) label.hidden = +label.dataset.at !== count;
  }
  for (const element of all("[data-for]")) {
    const ids = element.dataset.for;
    element.hidden = ids ? !ids.split(" ").some((id) => chosen.includes(id)) : chosen.length > 0;
  }
  document.title = asked() ? `${words.yourTurn} · ${title}` : title;
  for (const element of all("[data-follow]")) element.scrollLeft = element.scrollWidth;
  for (const draw of drawings) draw({ choices, chosen, off, seat: +page.seat || null });
  nearby();
}

// What can be done with a piece of the board also appears at it: one more tap plays.
function nearby() {
  const box = find("#nearby");
  for (const one of all("[style*=anchor]")) one.style.anchorName = "";
  const at = chosen.length && find(`main [data-piece="${CSS.escape(chosen.at(-1))}"]`);
  const copies = at ? ways().map((button) => Object.assign(button.cloneNode(true), { tabIndex: -1 })) : [];
  box.replaceChildren(...copies);
  box.hidden = !copies.length;
  if (at) at.style.anchorName = "--chosen";
}

function tell(state) {
  const before = off;
  if (off && !busy && !state.stale) object(); // it is back
  busy = state.busy;
  off = state.stale || busy;
  if (off !== before) mark();
}

// --- why not ---

function refused(type, id) { // why something of a type, with a piece, cannot be done, as far as the rules say
  const sentences = all("#refusals li").filter((one) => !type || one.dataset.type === type);
  return (sentences.find((one) => one.dataset.of === id) ?? (type && sentences.find((one) => !one.dataset.of || !id)))?.textContent;
}

function object(text = "") {
  find("#objection").hidden = !text;
  find("#objection-text").textContent = text;
}

// --- doing ---

const answer = (said) => said && !said.ok && object(said.sentence ?? said.detail);

async function play(action) {
  const held = chosen;
  const said = await news.send(page.moves, { action });
  answer(said);
  if (said?.ok && chosen === held) choose();
}

let done; // the action that was done last
async function act(button, again) {
  // a double tap is one, also where another button has come, or this one can do nothing more
  if (busy || (again && (button.dataset.do !== done || !ready(button)))) return;
  if (!ready(button)) return object(off ? words.wait : refused(spec(button).type, chosen[0]) ?? button.dataset.why ?? words.choose);
  if (button.dataset.sure && !(await sure(button.dataset.sure))) return;
  const action = made(button);
  if (!action) return;
  done = button.dataset.do;
  play(action);
}

function choose(next = []) {
  chosen = next;
  mark();
  news.renew();
}

async function touch(element) {
  const { do: deed, undo, can, piece, why } = element.dataset;
  if (deed) return act(element, twice);
  if (twice) return;
  if (undo !== undefined) return busy || (ready(element) ? answer(await news.send(page.undos, {})) : object(why));
  if (!page.seat) return;
  const next = can !== undefined && touched(choices, chosen, piece);
  if (next) choose(next);
  else if (asked()) object(refused(null, piece) ?? words.not);
}

let spent = false; // a click that ends a drag or a long touch is none
on("click", (event) => {
  if (spent && event.detail) return;
  const element = event.target.closest(TOUCHABLE) ?? beneath(event, TOUCHABLE);
  if (!twice) object(); // any touch shows that it was read
  if (element) touch(element);
});

on("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || modal()) return;
  if (key === "Escape" && chosen.length) return choose();
  if (!target.matches(READABLE)) return;
  if (key === "i") return about(target);
  if (key === "Enter" && chosen.includes(target.dataset.piece)) { // the first thing that one can do with it
    event.preventDefault();
    const [first] = ways();
    if (first && !event.repeat) act(first);
  }
  if (key.startsWith("Arrow")) {
    const pieces = all(PIECE, target.closest(HOME));
    const next = pieces[pieces.indexOf(target) + (/Right|Down/.test(key) ? 1 : -1)];
    if (next) event.preventDefault(), next.focus();
  }
});

// --- reading a piece: hold it, or the right button ---

function about(element) {
  const text = element.dataset.about ?? element.ariaLabel ?? find("[aria-label]", element)?.ariaLabel ?? element.textContent;
  if (text) read([find("svg", element)?.cloneNode(true) ?? "", text]);
}
on("contextmenu", (event) => {
  const element = event.target.closest(READABLE);
  if (!element) return;
  event.preventDefault();
  about(element);
});

// --- dragging ---

let drag = null; // { element, x, y, hold }, once it moves also next: what is chosen then

on("pointerdown", ({ target, button, isPrimary, pointerType, x, y }) => {
  spent = false;
  const element = target.closest(READABLE);
  if (!element || button || !isPrimary) return;
  drag = { element, x, y };
  if (pointerType !== "mouse") drag.hold = setTimeout(() => {
    spent = true;
    drag = null;
    about(element);
  }, 550);
});

on("pointermove", ({ x, y, pointerType, pointerId }) => {
  if (!drag) return;
  const { element } = drag;
  const [dx, dy] = [x - drag.x, y - drag.y];
  if (!drag.next) {
    if (Math.hypot(dx, dy) < 10) return;
    clearTimeout(drag.hold);
    const { piece, can } = element.dataset;
    if (can === undefined || (pointerType !== "mouse" && !element.closest(".rack"))) return (drag = null);
    drag.next = chosen.includes(piece) ? chosen : touched(choices, chosen, piece);
    element.setPointerCapture(pointerId);
    element.classList.add("is-dragged");
    places(drag.next);
  }
  element.style.translate = `${dx}px ${dy}px`;
});

function places(next) { // where it can be dropped
  for (const button of all(DEED)) button.toggleAttribute("data-drop", !!next && !!made(button, next));
}

function dropped({ type, x, y }) {
  const { element, next, hold } = drag ?? {};
  drag = null;
  clearTimeout(hold);
  if (!next) return;
  spent = true;
  element.style.translate = "";
  element.classList.remove("is-dragged");
  const below = type === "pointerup" ? document.elementsFromPoint(x, y) : [];
  const under = (selector) => below.map((one) => one.closest(selector)).find((one) => one && one !== element);
  const target = under("[data-drop]");
  const other = under(PIECE)?.dataset.piece;
  places();
  if (target) choose(next), act(target);
  else if (other && possible(choices, [...next, other])) {
    choose([...next, other]);
    const [only, more] = ways();
    if (only && !more) act(only);
  }
}
on("pointerup pointercancel", dropped);

// --- swap, and put back what the swap does not know: choice, marks, focus ---

function keep(swap, step) {
  const held = document.activeElement;
  const id = held.dataset.piece;
  const home = id && held.closest(HOME);
  const near = () => (home?.isConnected ? all(PIECE, home) : []);
  const place = near().indexOf(held);
  choices = step.private?.choices ?? choices;
  swap();
  mark();
  if (held !== document.body && (held.hidden || document.activeElement !== held)) {
    const left = near();
    (left.find((one) => one.dataset.piece === id) ?? left[place] ?? left.at(-1) ?? find("#prompt")).focus({ preventScroll: true });
  }
  log(step);
}

// For the script of a game: further kinds of domains, drawing along with the marks, choosing and doing.
export const table = {
  domain: (name, handler) => { domain(name, handler), mark(); },
  on: (_, draw) => { drawings.push(draw), mark(); },
  choose,
  act: play,
};

const news = enter({
  tell,
  busy: () => chosen.length || drag?.next,
  stage(step, swap) {
    const same = step.private?.fragments.prompt?.includes(`asked="${asked()}"`) ?? true;
    if (!same) object(), (chosen = []); // both belong to what was asked before
    return fly(step, TOUCHABLE, () => keep(swap, step));
  },
});
mark();
