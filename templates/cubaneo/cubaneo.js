// Cubaneo: pieces named after what they are, amounts, steppers, tax and duty, the display's filter, parts of the table, tales.
import { table } from "../../table.js";
import { complete } from "../../choice.js";
import { all, find, on, read, set } from "../../page.js";

// ---------------------------------------------------------------- domains
// A piece is called building-18, berth-2 or space-5; the action wants the number.
const bare = (text) => String(text).replace(/^(building|berth|space)-(?=\d+$)/, "");
const real = (domain, text) => domain.values.find((value) => String(value) === bare(text));
table.domain("one-of", {
  fits: (values, domain) => values.length === 1 && real(domain, values[0]) !== undefined,
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

// ---------------------------------------------------------------- the display: search, and what you can pay
const amounts = (text) => Object.fromEntries((text ?? "").trim().split(/\s+/).filter(Boolean).map((one) => one.split(":")));
function filter() {
  const stock = amounts(find("#purse")?.dataset.cbStock);
  const words = find("#cb-search").value.trim().toLowerCase().split(/\s+/);
  const only = find("#cb-payable")?.checked;
  const choosing = offers("build");
  let payable = 0;
  let shown = 0;
  const tiles = all("#wares > li");
  for (const tile of tiles) {
    const pays = choosing ? "can" in find("[data-piece]", tile).dataset : Object.entries(amounts(tile.dataset.cbCost)).every(([good, n]) => Number(stock[good] ?? 0) >= n);
    const fits = words.every((word) => tile.dataset.cbWords.toLowerCase().includes(word));
    payable += pays;
    tile.hidden = !fits || (only && !pays);
    shown += !tile.hidden;
  }
  for (const one of all("[data-cb-all]")) one.textContent = tiles.length;
  for (const one of all("[data-cb-payable]")) one.textContent = payable;
  find(".cb-no-wares").hidden = shown > 0;
}

// ---------------------------------------------------------------- parts of the table
function open(part) {
  const radio = find(`#cb-part-${part}`);
  if (radio && !radio.checked) radio.checked = true, find(".board-wrap").scrollTo(0, 0);
}
function look(seat) {
  const estate = find(`[data-cb-estate="${seat}"]`);
  open(estate ? "others" : "mine");
  for (const one of all(".cb-estate")) one.classList.toggle("is-looked", one === estate);
  estate?.scrollIntoView({ block: "start" });
}

// the row and column of a space light up with what they would bear
function light(at) {
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
  if (!bench || bench.dataset.cbAsk === asked) return;
  const first = asked === null;
  asked = bench.dataset.cbAsk;
  const key = asked.split("/")[0];
  if (!first || key === "architect") open(bench.dataset.cbTab);
  dues = { tax: false, duty: false, kind: "" };
  const home = stepper();
  if (home) table.choose([home.dataset.cbStart]);
  else if (key === "worker-space") table.choose([`space-${find("#mine").dataset.cbWorker}`]);
  else if (key === "worker-products") table.choose(harvest());
  else if (key === "mayor" || key === "ability") onlyShip();
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
// A button that names its whole action needs nothing chosen: what is chosen for another one does not stand in its way.
const whole = (button) => state.chosen.length && complete(state.choices, JSON.parse(button.dataset.do), []) && !complete(state.choices, JSON.parse(button.dataset.do), state.chosen);
function free() {
  for (const button of all("[data-do]")) if (!state.off && whole(button)) set(button, "aria-disabled"), set(button, "data-ready", "");
}
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-do]");
  if (button && whole(button)) table.clear();
}, true);
on("click", (event) => {
  const { target } = event;
  const button = target.closest("[data-cb-step], [data-cb-pay], [data-cb-kind], [data-cb-look], [data-cb-drive], [data-cb-read], button[data-cb-tab], [data-cb-tale]");
  if (!button) return;
  const { cbPay, cbValue, cbKind, cbLook, cbTab, cbTale } = button.dataset;
  if ("cbStep" in button.dataset) step(button);
  else if (cbPay) dues[cbPay] = !!cbValue, drawDues();
  else if (cbKind) dues.kind = cbKind, drawDues();
  else if (cbLook) look(cbLook);
  else if (cbTab) open(cbTab);
  else if (cbTale) tell(cbTale);
  else if ("cbDrive" in button.dataset) open("board"), find("#promenade [data-can]")?.focus();
  else if ("cbRead" in button.dataset) about(button);
});
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
on("input", () => filter(), find("#cb-search"));
on("change", ({ target }) => { if (target.name === "cb-filter") filter(); });

// ---------------------------------------------------------------- tales: what happened by itself, chapter by chapter
const tales = []; // [{chapter, medal, lines}] that this reader has not gone past
let heard = null; // the last line of the log that was taken in
let at = 0;

function gather() {
  const lines = all("#log > li");
  const since = heard?.isConnected ? lines.slice(lines.indexOf(heard) + 1) : heard === null ? [] : lines.filter((line) => line.classList.contains("log-entry-new"));
  heard = lines.at(-1) ?? document.createComment("");
  for (const line of since) {
    const told = find("[data-cb-chapter]", line);
    if (!told) continue;
    const { cbChapter, cbMedal } = told.dataset;
    if (tales.at(-1)?.medal === "immediate_acts" && cbChapter === "parliament") tales.at(-1).chapter = cbChapter;
    if (tales.at(-1)?.chapter !== cbChapter) tales.push({ chapter: cbChapter, lines: [] });
    if (cbMedal) tales.at(-1).medal = cbMedal;
    tales.at(-1).lines.push(line);
  }
}
function tell(what) {
  if (what === "next") at += 1;
  if (what === "skip" || at >= tales.length) tales.length = at = 0;
  drawTale();
  find(tales.length ? "#cb-tale .button-primary" : "#prompt").focus({ preventScroll: true });
}
// what a chapter is about, as it stands afterwards
const PLACES = { add_goods: "#market", remove_goods: "#market", ships_depart: "#harbour", wealth_tax: "#track", cleanup: "#harbour", round: "#capitol" };
const made = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });
function drawTale() {
  const home = find("#cb-tale");
  home.hidden = !tales.some(({ chapter }) => chapter !== "round");
  if (home.hidden) { tales.length = at = 0; home.replaceChildren(); return; }
  const words = find("#cb-tale-words").dataset;
  const { chapter, medal, lines } = tales[at];
  const head = made("header", "cb-tale-head");
  const title = made("h2", "", words[chapter]);
  if (medal) {
    const sign = made("span", "cb-medal");
    sign.append(find(`[data-cb-medal="${medal}"] svg`, lines[0])?.cloneNode(true) ?? "");
    head.append(sign);
  }
  head.append(title);
  const steps = made("ol", "cb-tale-steps");
  for (const [n, tale] of tales.entries()) {
    const one = made("li", "");
    one.append(made("i", "", n + 1), made("span", "", words[tale.chapter]));
    if (n === at) one.setAttribute("aria-current", "step");
    steps.append(one);
  }
  const told = made("div", "cb-tale-told");
  told.tabIndex = 0;
  const list = made("ol", "cb-tale-lines");
  for (const line of lines) {
    const one = made("li", [...line.classList].filter((name) => /^p\d$/.test(name)).join(" "));
    one.append(find(".token", line)?.cloneNode(true) ?? made("span", ""), find(".log-say", line).cloneNode(true));
    list.append(one);
  }
  told.append(list);
  const place = find(PLACES[medal] ?? PLACES[chapter] ?? "#nowhere");
  if (place) {
    const art = made("figure", "cb-tale-art");
    const copy = place.cloneNode(true);
    for (const one of [copy, ...all("[id], [data-face], [data-zone], [data-piece], [aria-labelledby]", copy)]) for (const name of ["id", "data-face", "data-zone", "data-piece", "aria-labelledby"]) one.removeAttribute(name);
    copy.inert = true;
    art.append(copy, made("figcaption", "", words.now));
    told.append(art);
  }
  const foot = made("p", "cb-tale-foot");
  const last = at === tales.length - 1;
  const next = made("button", "button button-primary", last ? words.close : words.next);
  next.type = "button";
  next.dataset.cbTale = "next";
  if (!last) {
    const skip = made("button", "button button-secondary", words.skip);
    skip.type = "button";
    skip.dataset.cbTale = "skip";
    foot.append(skip);
  }
  foot.append(next);
  home.replaceChildren(head, ...(tales.length > 1 ? [steps] : []), told, foot);
}
new MutationObserver(() => { gather(); drawTale(); }).observe(find("#log"), { childList: true });
gather();

// ---------------------------------------------------------------- along with the marks
let drawing = false;
table.on("mark", (now) => {
  state = now;
  if (drawing) return;
  drawing = true;
  try {
    begin();
  } finally {
    drawing = false;
  }
  drawStepper();
  drawDues();
  free();
  filter();
  light(lit());
  const waiting = !!find("#prompt[data-asked]");
  for (const part of all(".cb-part")) part.classList.toggle("is-asked", waiting && part.htmlFor !== "" && !!find("input:not(:checked)", part) && find("input", part).id === `cb-part-${find("#bench")?.dataset.cbTab}`);
});
