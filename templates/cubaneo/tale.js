// What happened by itself, chapter by chapter: gathered from the log, told over the board until the reader goes on.
import { all, find } from "../../page.js";

const tales = []; // [{chapter, medal, title, story, lines}] that this reader has not gone past
let heard = null; // the last line of the log that was taken in
let at = 0;

// An event may bring about what else belongs to another chapter: there it is told.
const WITHIN = { immediate_acts: "parliament", ships_depart: "ships" };
const QUIET = ["round"]; // not worth a page of its own
const MOST = 6; // chapters: who was away for long reads the last ones

function gather() {
  const lines = all("#log > li");
  const since = heard?.isConnected ? lines.slice(lines.indexOf(heard) + 1) : heard === null ? [] : lines.filter((line) => line.classList.contains("log-entry-new"));
  heard = lines.at(-1) ?? document.createComment("");
  for (const line of since) {
    const told = find("[data-cb-chapter]", line);
    if (!told) continue;
    const { cbChapter: chapter, cbMedal: medal, cbTitle: title, cbStory: story } = told.dataset;
    const last = tales.at(-1);
    if (last && (last.chapter === chapter || WITHIN[last.medal] === chapter)) last.lines.push(line);
    else {
      if (last && empty(last)) tales.pop();
      tales.push({ chapter, medal, title, story, lines: medal ? [] : [line], sign: medal && find("svg", told) });
    }
  }
  if (tales.length > MOST) tales.splice(0, tales.length - MOST), (at = 0);
}

// An event that asks everybody first has nothing to tell yet: the question says it.
const empty = ({ medal, lines }) => medal === "demolition" && !lines.length;

export function tell(what) {
  if (what === "next") at += 1;
  if (what === "skip" || at >= tales.length) tales.length = at = 0;
  drawTale();
  find(tales.length ? "#cb-tale .button-primary" : "#prompt").focus({ preventScroll: true });
}

const made = (tag, className, ...content) => {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...content.filter((one) => one != null));
  return element;
};
const colour = (line) => [...line.classList].find((name) => /^p\d$/.test(name)) ?? "";
const copied = (selector, root) => find(selector, root)?.cloneNode(true);
const sentence = (line) => copied(".log-say", line);

// ---------------------------------------------------------------- what it looks like now
function place(selector) {
  const copy = find(selector).cloneNode(true);
  for (const one of [copy, ...all("[id], [data-face], [data-zone], [data-piece], [aria-labelledby]", copy)]) for (const name of ["id", "data-face", "data-zone", "data-piece", "aria-labelledby"]) one.removeAttribute(name);
  copy.inert = true;
  return copy;
}
const PLACES = { ships_depart: ["#harbour"], ships: ["#harbour"], round: ["#promenade", "#capitol"] };

// the market, with what came or went
function stall(lines) {
  const copy = place("#market");
  const { cbGoods, cbSign } = find("[data-cb-goods]", lines[0])?.dataset ?? { cbGoods: "{}" };
  for (const [good, count] of Object.entries(JSON.parse(cbGoods))) {
    const row = find(`[data-cb-row="${good}"]`, copy);
    const cells = all(".cb-cell", row);
    const full = cells.filter((cell) => cell.classList.contains("is-full")).length;
    for (const cell of cbSign === "+" ? cells.slice(full - count, full) : cells.slice(full, full + count)) cell.classList.add(cbSign === "+" ? "is-new" : "is-gone");
    row.append(made("b", "cb-row-change", cbSign + count));
  }
  return copy;
}

// everybody's points as bars
function bars(lines) {
  const losses = Object.fromEntries(lines.map((line) => [colour(line), Number(find("[data-cb-points]", line).dataset.cbPoints)]));
  const players = all(".players > .player");
  const points = (player) => parseInt(find(".player-score", player).textContent, 10);
  const most = Math.max(1, ...players.map((player) => points(player) - (losses[colour(player)] ?? 0)));
  return made("ol", "cb-tale-bars", ...players.map((player) => {
    const lost = -(losses[colour(player)] ?? 0);
    const bar = made("i", "cb-bar", made("i", "cb-bar-rest"), made("i", "cb-bar-lost"));
    bar.firstChild.style.width = `${(points(player) / most) * 100}%`;
    bar.lastChild.style.width = `${(lost / most) * 100}%`;
    return made("li", `${colour(player)}${lost ? " is-hit" : ""}`, copied(".token", player), copied(".player-name", player), bar, lost ? made("s", "", points(player) + lost) : null, made("b", "", points(player)));
  }));
}

// ---------------------------------------------------------------- what is told
const story = (lines) => made("ol", "cb-tale-lines", ...lines.map((line) => made("li", colour(line), copied(".token", line), sentence(line))));

// one card for each player: who, what, and how much in all
function cards(lines, kind, nothing) {
  const told = all(".players > .player").map((player) => [player, lines.filter((line) => colour(line) && colour(line) === colour(player))]);
  return made("ol", `cb-tale-cards is-${kind}`, ...told.filter(([, own]) => own.length || nothing).map(([player, own]) => {
    const points = own.map((line) => Number(find("[data-cb-points]", line)?.dataset.cbPoints ?? 0)).reduce((sum, one) => sum + one, 0);
    const total = kind === "acts" ? made("b", "cb-tale-sum", points ? `+${points}` : "0") : null;
    const who = made("h3", "", copied(".token", player), copied(".player-name", player), total);
    return made("li", colour(player), who, ...(own.length ? own.map(sentence) : [made("p", "cb-tale-nothing", nothing)]));
  }));
}

function scene({ chapter, medal, lines }, words) {
  if (medal === "wealth_tax") return [bars(lines)];
  if (medal === "add_goods" || medal === "remove_goods") return [figure([stall(lines)], words), story(lines)];
  if (chapter === "acts") return [cards(lines, "acts")];
  if (chapter === "ending") return [cards(lines, "acts"), story(lines.filter((line) => !colour(line)))];
  if (chapter === "spoil") return [cards(lines, "spoil", words.nothing)];
  const places = PLACES[medal] ?? PLACES[chapter];
  return [story(lines), places ? figure(places.map(place), words) : null];
}
const figure = (copies, words) => made("figure", "cb-tale-art", ...copies, made("figcaption", "", words.now));

function button(what, text, kind) {
  const element = made("button", `button ${kind}`, text);
  element.type = "button";
  element.dataset.cbTale = what;
  return element;
}

function drawTale() {
  const home = find("#cb-tale");
  home.hidden = !tales.some((one) => !QUIET.includes(one.chapter) && !empty(one));
  if (home.hidden) {
    tales.splice(0, tales.length, ...tales.filter(empty));
    at = 0;
    home.replaceChildren();
    return;
  }
  const words = find("#cb-tale-words").dataset;
  const { chapter, story: says, sign } = tales[at];
  const name = (one) => one.title ?? words[one.chapter];
  const head = made("header", "cb-tale-head", sign ? made("span", "cb-medal", sign.cloneNode(true)) : null, made("div", "", made("h2", "", name(tales[at])), made("p", "", says ?? words[`${chapter}Story`])));
  const steps = made("ol", "cb-tale-steps", ...tales.map((one, n) => {
    const step = made("li", n < at ? "is-past" : "", made("i", "", n + 1), made("span", "", name(one)));
    if (n === at) step.setAttribute("aria-current", "step");
    return step;
  }));
  const told = made("div", `cb-tale-told is-${chapter}`, ...scene(tales[at], words));
  told.tabIndex = 0;
  const last = at === tales.length - 1;
  const foot = made("p", "cb-tale-foot", last ? null : button("skip", words.skip, "button-secondary"), button("next", last ? words.close : words.next, "button-primary"));
  home.replaceChildren(head, ...(tales.length > 1 ? [steps] : []), told, foot);
}

new MutationObserver(() => { gather(); drawTale(); }).observe(find("#log"), { childList: true });
gather();
