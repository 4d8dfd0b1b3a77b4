// What every page does: light, times in the reader's zone, forms that need no new page, sheets, links to pass on.

export const all = (selector, root = document) => [...root.querySelectorAll(selector)];
export const find = (selector, root = document) => root.querySelector(selector);
export const page = document.body.dataset;
export const on = (types, deed, target = window, how) => types.split(" ").forEach((type) => target.addEventListener(type, deed, how));
export const within = ({ left, right, top, bottom }, { x, y }) => x >= left && x <= right && y >= top && y <= bottom;
export const set = (element, name, value) => (value == null ? element.removeAttribute(name) : element.setAttribute(name, value));
export const drawn = (element) => element.getClientRects().length > 0;
export const modal = () => find("dialog[open]");
export const words = find("#words").dataset;
const sheet = find("#sheet");
const root = document.documentElement;

// --- times ---

const minute = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const day = { day: "numeric", month: "short", ...minute };
export function clocks() {
  for (const time of all("time[datetime]:empty")) {
    const at = new Date(time.dateTime);
    time.textContent = at.toLocaleString(root.lang, Date.now() - at > 72e6 ? day : minute);
  }
}
clocks();

// --- whether the click that is being handled is the second of a double one: those of a finger are not counted in event.detail ---

export let twice = false;
let once = {};
on("click", (event) => {
  const { detail, pointerType, timeStamp, x, y } = event;
  const finger = detail && pointerType !== "mouse"; // keys and scripts have no place
  twice = detail > 1 || (finger && timeStamp - once.timeStamp < 500 && Math.hypot(x - once.x, y - once.y) < 16);
  if (finger && !twice) once = event;
}, window, true);

// --- toasts, questions, sheets: something to read over this page, or another page's main part ---

function toast(text, bad = false) {
  const card = find("#toast").content.firstElementChild.cloneNode(true);
  const gone = () => card.remove();
  card.classList.toggle("is-bad", bad);
  find("p", card).textContent = text;
  find("button", card).onclick = gone;
  const place = find("#toasts");
  place.append(card);
  (modal() ?? document.body).append(place); // over whatever lies open, and within reach
  place.showPopover();
  setTimeout(gone, bad ? 15_000 : 6_000);
}

export function sure(question) {
  const dialog = find("#sure");
  find("p", dialog).textContent = question;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => { dialog.onclose = () => done(dialog.returnValue); });
}

export function read(nodes) {
  find("#sheet-content").replaceChildren(...nodes);
  sheet.classList.toggle("dialog-wide", !!find(".rules", sheet));
  if (!sheet.open) sheet.showModal();
  clocks();
}

// Back closes what lies over the page, and does not leave it.
on("toggle", ({ target }) => {
  if (!target.matches("#sheet, #side")) return;
  const over = find("#sheet[open], #side:popover-open");
  if (over && !history.state) history.pushState(true, "");
  if (!over && history.state) history.back();
}, window, true);
on("popstate", () => {
  if (history.state) return;
  sheet.close();
  find("#side")?.hidePopover();
});

const show = (html) => read(find("main", new DOMParser().parseFromString(html, "text/html")).childNodes);

const deeds = { // what a click on an element with such an attribute does
  "data-theme-switch"() { // kept in a cookie, so that the next page comes in this light at once
    const theme = (root.dataset.theme = getComputedStyle(root).colorScheme === "dark" ? "afternoon" : "evening");
    document.cookie = `theme=${theme}; Path=${page.base}; Max-Age=34560000; SameSite=Lax`;
  },
  async "data-sheet"(link, event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    find("#menu")?.hidePopover();
    try { show(await (await fetch(link.href)).text()); } catch { location = link.href; }
  },
  "data-open": (button) => read(find(`#${button.dataset.open}`).cloneNode(true).childNodes),
  async "data-copy"(button) {
    const field = find(button.dataset.copy);
    field.select(); // where the browser forbids copying, people can do it themselves
    try {
      await navigator.clipboard.writeText(field.value);
      toast(words.copied);
    } catch { toast(words.copyByHand); }
  },
  "data-share": (button) => navigator.share({ title: document.title, url: find(button.dataset.share).value }).catch(() => {}),
};
let pressed;
on("pointerdown", ({ target }) => { pressed = target; });
on("click", (event) => {
  const { target } = event;
  // a touch beside a dialog closes it, but not the end of one that opened it, nor its second half
  if (!twice && target === pressed && target.matches("dialog") && !within(target.getBoundingClientRect(), event)) target.close();
  for (const [name, deed] of Object.entries(deeds)) {
    const element = target.closest(`[${name}]`);
    if (element) deed(element, event);
  }
});
if (navigator.share) root.classList.add("can-share");

// --- forms that answer in place ---

on("submit", async (event) => {
  const form = event.target;
  if (!("quiet" in form.dataset)) return;
  event.preventDefault();
  if (form.busy || (form.dataset.sure && !(await sure(form.dataset.sure)))) return;
  form.busy = true;
  try {
    const answer = await fetch(form.action, {
      method: "POST", headers: { Accept: "application/json" }, body: new URLSearchParams(new FormData(form, event.submitter)),
    });
    const said = await answer.json();
    if (!answer.ok) return toast(said.detail, true);
    if (said.go) return location.assign(said.go);
    if ("clear" in form.dataset) form.reset();
    if (said.sheet) show(said.sheet);
    else if (form.closest("#sheet")) sheet.close();
    dispatchEvent(new Event("news"));
  } catch { toast(words.failed, true); } finally { form.busy = false; }
});
