// Cubaneo: pieces named after what they are, amounts, steppers, tax and duty; what is done with each question and each touch.
import { table } from "../../table.js";
import { complete } from "../../choice.js";
import { all, find, on, read, set, twice } from "../../page.js";
import { dress, light, look, open } from "./parts.js";
import { tell } from "./tale.js";
import { filter } from "./wares.js";

// ---------------------------------------------------------------- domains
// A piece is called building-18, berth-2 or space-5, after the field that wants the number.
const NUMBERED = /^(building|berth|space)-(\d+)$/;
const real = (domain, text) => domain.values.find((value) => String(value) === text.replace(NUMBERED, "$2"));
table.domain("one-of", {
  fits: (values, domain, field) => values.length === 1 && (NUMBERED.exec(values[0])?.[1] ?? field) === field && real(domain, values[0]) !== undefined,
  fill: (values, domain) => (values.length === 1 ? real(domain, values[0]) : undefined),
  holds: (value, domain) => domain.values.includes(value),
});

// Amounts of goods: each piece is one of them, tobacco@7. Domain: {limits: {good: most}, least, most}.
const tally = (pieces) => pieces.reduce((sum, piece) => ({ ...sum, [piece.split("@")[0]]: (sum[piece.split("@")[0]] ?? 0) + 1 }), {});
const within = (pieces, { limits, most }) => pieces.length <= most && pieces.every((piece) => piece.includes("@")) && Object.entries(tally(pieces)).every(([good, n]) => n <= (limits[good] ?? 0));
table.domain("amounts", {
  fits: within,
  fill: (pieces, domain) => (pieces.length >= domain.least && within(pieces, domain) ? tally(pieces) : undefined),
});

// ---------------------------------------------------------------- what stands in this module's hands
let state = { chosen: [], choices: [] };
let asked = null; // the question that this page has last shown
let sealed = ""; // what it has last shown as decided
let dues = { tax: false, duty: false, kind: "" };
const stepper = () => find("[data-cb-stepper]");
const offers = (type) => state.choices.some((choice) => choice.type === type);

// ---------------------------------------------------------------- steppers: votes, conversions
function drawStepper() {
  const home = stepper();
  if (!home) return;
  const { cbLeast, cbMost } = home.dataset;
  const count = Number(state.chosen.find((one) => /^\d+$/.test(one)) ?? home.dataset.cbStart);
  for (const button of all("[data-cb-step]", home)) {
    const next = count + Number(button.dataset.cbStep);
    set(button, "aria-disabled", next < cbLeast || next > cbMost ? true : null);
  }
  for (const coin of all("[data-cb-coin]", home)) coin.hidden = coin.dataset.cbCoin > count;
  for (const nothing of all(".cb-nothing", home)) nothing.hidden = count > 0;
  for (const sum of all("[data-cb-count]", home)) sum.textContent = count * (sum.dataset.cbTimes ?? 1) + Number(sum.dataset.cbPlus ?? 0);
  for (const label of all("[data-cb-say]")) label.textContent = (count || !label.dataset.cbNone ? label.dataset.cbSay : label.dataset.cbNone).replace("#", count * (label.dataset.cbTimes ?? 1));
}

function step(button) {
  const { cbLeast, cbMost, cbStart } = stepper().dataset;
  const count = Number(state.chosen.find((one) => /^\d+$/.test(one)) ?? cbStart) + Number(button.dataset.cbStep);
  if (count >= cbLeast && count <= cbMost) table.choose([String(count)]);
}

// ---------------------------------------------------------------- tax and duty
function drawDues() {
  const button = find("[data-cb-dues]");
  if (!button) return;
  const kinds = all("[data-cb-kind]");
  if (kinds.length && !kinds.some((one) => one.dataset.cbKind === dues.kind)) dues.kind = kinds[0].dataset.cbKind;
  const when = (dues.tax ? "tax" : "") + (dues.duty ? "duty" : "");
  for (const one of all("[data-cb-when]")) one.hidden = one.dataset.cbWhen !== when;
  for (const one of all("[data-cb-pay]")) set(one, "aria-pressed", dues[one.dataset.cbPay] === !!one.dataset.cbValue);
  for (const one of kinds) set(one, "aria-pressed", one.dataset.cbKind === dues.kind), (one.closest(".cb-kinds").hidden = !dues.duty);
  for (const one of all("[data-cb-of-kind]")) one.hidden = one.dataset.cbOfKind !== dues.kind;
  for (const one of all("[data-cb-bill]")) one.classList.toggle("is-on", one.dataset.cbBill === "both" ? dues.tax && dues.duty : dues[one.dataset.cbBill]);
  button.dataset.do = JSON.stringify({ type: "pay", tax: dues.tax, duty: dues.duty, resource: dues.duty && kinds.length ? dues.kind : "" });
}

// ---------------------------------------------------------------- what is sealed already
function drawSealed() {
  for (const button of all("[data-cb-sealed]")) {
    const action = complete(state.choices, JSON.parse(button.dataset.do), state.chosen);
    const same = !!action && like(action, JSON.parse(button.dataset.cbSealed));
    const can = !!action && !same && !state.off;
    set(button, "aria-disabled", can ? null : true);
    set(button, "data-ready", can ? "" : null);
    set(button, "data-cb-same", same ? button.dataset.cbSealedWord : null);
  }
}
const like = (one, other) => typeof one === "object" ? Object.keys({ ...one, ...other }).every((key) => like(one[key], other[key])) : one === other;

// ---------------------------------------------------------------- the space under the finger
const lit = () => state.chosen.find((one) => one.startsWith("space-"))?.slice(6);
on("pointerover", ({ target, pointerType }) => {
  const field = pointerType === "mouse" && target.closest?.(".is-worker-space .cb-field");
  if (field) light(field.dataset.atSpace);
  else if (pointerType === "mouse") light(lit());
});
on("focusin", ({ target }) => {
  const field = target.closest(".is-worker-space .cb-field");
  if (field) light(field.dataset.atSpace);
});

// ---------------------------------------------------------------- a new question
function begin() {
  const bench = find("#bench");
  const decided = find("[data-cb-sealed]")?.dataset.cbSealed ?? "";
  if (bench && decided !== sealed) recall((sealed = decided) && JSON.parse(decided));
  if (!bench || bench.dataset.cbAsk === asked) return;
  const first = asked === null;
  asked = bench.dataset.cbAsk;
  const key = asked.split("/")[0];
  if (!first || key === "architect") open(bench.dataset.cbTab);
  if (sealed) return;
  dues = { tax: false, duty: false, kind: "" };
  const home = stepper();
  if (home) table.choose([home.dataset.cbStart]);
  else if (key === "worker-space") table.choose([`space-${find("#mine").dataset.cbWorker}`]);
  else if (key === "worker-products") table.choose(harvest());
  else if (key === "mayor" || key === "ability") onlyShip();
}
// what one has sealed lies chosen, after a reload too
function recall(decision) {
  if (decision.type === "pay") dues = { tax: decision.tax, duty: decision.duty, kind: decision.resource };
  if (decision.type === "vote") table.choose([String(decision.votes)]);
  if (decision.type === "demolish") table.choose(decision.building ? [`building-${decision.building}`] : []);
  if (decision.type === "store") table.choose(all("#scene [data-piece]").map((one) => one.dataset.piece).filter((piece) => Number(piece.split("@")[1]) < (decision.keep[piece.split("@")[0]] ?? 0)));
}
// the two free ones of a harvest, of different kinds if there are
function harvest() {
  const pieces = all(".is-worker-products [data-piece]").map((one) => one.dataset.piece);
  const kinds = pieces.filter((one, at) => pieces.findIndex((other) => other.split("@")[0] === one.split("@")[0]) === at);
  return [...kinds, ...pieces.filter((one) => !kinds.includes(one))].slice(0, 2);
}
function onlyShip() {
  const berths = new Set(state.choices.filter((choice) => choice.type === "load").map((choice) => choice.fields.berth.values[0]));
  const hull = berths.size === 1 && find(`button[data-piece="berth-${[...berths][0]}"]`);
  if (hull) table.choose([hull.dataset.piece]);
}

// ---------------------------------------------------------------- touching
on("click", (event) => {
  const { target } = event;
  const button = target.closest("[data-cb-step], [data-cb-pay], [data-cb-kind], [data-cb-look], [data-cb-drive], [data-cb-read], button[data-cb-tab], [data-cb-tale]");
  if (!button) return;
  const { cbPay, cbValue, cbKind, cbLook, cbTab, cbTale } = button.dataset;
  if ("cbStep" in button.dataset) step(button);
  else if (cbPay) dues[cbPay] = !!cbValue, drawDues(), drawSealed();
  else if (cbKind) dues.kind = cbKind, drawDues(), drawSealed();
  else if (cbLook) look(cbLook);
  else if (cbTab) open(cbTab);
  else if (cbTale) twice || tell(cbTale); // a double tap leaves one page, not two
  else if ("cbDrive" in button.dataset) offers("visit") ? drive() : about(button);
  else if ("cbRead" in button.dataset) about(button);
});
// the car is no card: it leads to those that it can visit
function drive() {
  open("board");
  table.choose();
  for (const one of all(".cb-drive-hint")) one.hidden = false;
  set(find("#promenade"), "data-cb-driving", "");
  find("#promenade [data-can]")?.focus();
}
// a building of the display that cannot be chosen now is read; so is what the rules do not refuse by name
document.addEventListener("click", (event) => {
  const tile = event.target.closest?.("#wares [data-piece]:not([data-can])");
  if (!tile || offers("build")) return;
  event.stopPropagation();
  about(tile);
}, true);
function about(element) {
  const line = document.createElement("p");
  line.className = "about";
  line.textContent = element.dataset.about;
  const drawing = find("svg", element)?.cloneNode(true);
  read(drawing ? [drawing, line] : [line]);
}

// ---------------------------------------------------------------- along with the marks
let drawing = false;
table.on("mark", (now) => {
  state = now;
  if (drawing) return;
  drawing = true;
  if (now.chosen.length) set(find("#promenade"), "data-cb-driving"), all(".cb-drive-hint").forEach((one) => (one.hidden = true));
  try {
    begin();
  } finally {
    drawing = false;
  }
  drawStepper();
  drawDues();
  drawSealed();
  for (const car of all("[data-cb-drive]")) set(car, "aria-disabled", offers("visit") ? null : true);
  filter(offers("build"));
  light(lit());
  dress(state);
  const waiting = !!find("#prompt[data-asked]");
  for (const part of all(".cb-part")) part.classList.toggle("is-asked", waiting && !!find(`#cb-part-${find("#bench")?.dataset.cbTab}:not(:checked)`, part));
});
