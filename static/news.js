// The news of one table: numbered steps, by socket or by asking, and commands that are done exactly once.
// A step leads from a number to a number. Whoever lost the thread asks for the whole; nothing else needs repair.
// A number is a pair, [moves, everything else that is stored]; both only grow.

import { find, on } from "./page.js";

const SILENCE = 25_000; // a socket that says nothing for so long is dead: the server says something every 10 s
const OPENING = 4_000; //  so long a fresh socket has to answer (slow networks need several round trips)
const ANSWER = 2_000; //   so long an open one has, when asked
const jitter = (ms) => ms * (0.5 + Math.random() / 2);
const growing = (tries, most) => jitter(Math.min(most, 250 * 2 ** tries));
const reached = (one, other) => one[0] >= other[0] && one[1] >= other[1];
const rest = (ms) => new Promise((done) => setTimeout(done, ms));

// stage(news, swap): calls swap() once, now or when the flight allows. tell(state): link (joining, live, polling,
// waking, away), stale (nothing may be touched), busy (a command is on its way), shown; and the last message (build,
// status, here, you). lost(): this page cannot be helped but by loading it again.
export function follow({ address, number, stage, tell, lost }) {
  let heard = number; // the last step that arrived; what commands refer to is the last one shown
  const state = { link: "joining", stale: false, busy: false, shown: number };
  let socket, watchdog, again, polling, broken, fails = 0, last = Date.now();

  const say = (change) => tell(Object.assign(state, change));
  const link = (now) => now === state.link || say({ link: now, stale: ["waking", "away"].includes(now) });

  async function swap(news) {
    const parts = Object.entries({ ...news.fragments, ...news.private?.fragments }).filter(([id]) => find(`#${id}`));
    const text = parts.map(([id, html]) => `<hx-partial hx-target="#${id}" hx-swap="outerMorph">${html}</hx-partial>`);
    state.shown = news.to;
    if (!parts.length) return;
    try { await htmx.swap({ text: text.join(""), sourceElement: document.body, transition: false }); } catch { repair(); }
  }

  function repair() { // a swap that failed: the whole once, then the page anew
    if (broken) return lost();
    broken = true;
    ask(null);
  }

  function take(news, trusted) {
    last = Date.now();
    say(news);
    const whole = news.from === -1;
    const later = reached(news.to, heard);
    if (whole ? !later && !trusted : reached(heard, news.to)) return; // seen already, by whatever path
    if (!whole && !(later && reached(heard, news.from))) return ask(null); // a gap
    heard = news.to;
    stage(news, () => swap(news));
  }

  function ask(from = heard) { // from nothing: the whole
    if (socket?.readyState !== 1) return poll(from);
    socket.send(from ? from.join(".") : -1);
    arm(ANSWER);
  }

  const since = (from) => address + (from ? `&version=${from[0]}&revision=${from[1]}` : "");

  // --- socket ---

  const arm = (ms) => { clearTimeout(watchdog); watchdog = setTimeout(cut, ms); };

  function drop() {
    clearTimeout(watchdog);
    clearTimeout(again);
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
    socket = null;
  }

  function connect() {
    drop();
    socket = new WebSocket(location.origin.replace("http", "ws") + since(heard));
    // 1008 and 4404: the server does not want this page to look on
    socket.onclose = ({ code }) => ([1008, 4404].includes(code) && fails ? lost() : cut());
    let proven = false; // some proxies pass the first bytes and keep the rest: only an answer shows that it works
    socket.onmessage = ({ data }) => {
      take(JSON.parse(data), true); // one socket is in order: even a lower whole is right
      if (!proven) return (proven = true), ask();
      fails = 0;
      clearTimeout(polling);
      arm(SILENCE);
      link("live");
    };
    arm(OPENING);
  }

  function cut() {
    drop();
    again = setTimeout(connect, growing(fails++, state.link === "polling" ? 30_000 : 2_000));
    if (fails === 2) poll(); // sockets do not get through: ask instead, and go on trying
  }

  // --- asking ---

  async function poll(from = heard) {
    clearTimeout(polling);
    const said = await get(since(from), { cache: "no-store" });
    const news = said?.to && said; // not the words of a refusal
    clearTimeout(polling);
    if (news) take(news, fails);
    if (!fails) return;
    if (said?.status === 404) return lost();
    if (!document.hidden) polling = setTimeout(poll, jitter(2_000));
    if (!news) link("away");
    else if (state.link !== "polling") { link("polling"); connect(); }
  }

  async function get(where, options) { // what the server says, or nothing: no answer is no refusal
    try {
      const answer = await fetch(where, { ...options, signal: AbortSignal.timeout(5_000) });
      if (answer.status < 500 && answer.status !== 429) return await answer.json();
    } catch {}
  }

  // --- waking ---

  function wake({ type, persisted }) {
    if (document.hidden || (type === "pageshow" && !persisted)) return;
    if (Date.now() - last > SILENCE || persisted) link("waking"); // what is shown may be old
    if (type !== "online" && socket?.readyState === 1) return ask();
    retry();
  }

  function retry() {
    connect();
    if (fails) poll();
  }

  function pause({ type }) {
    drop(); // an open socket would keep the page out of the back/forward cache
    clearTimeout(polling);
    if (type === "offline") { link("away"); again = setTimeout(connect, 2_000); }
  }

  on("online pageshow", wake);
  on("visibilitychange resume", wake, document);
  on("offline pagehide", pause);
  connect();

  let noted = 0;
  const alive = () => { // really there: at most every 20 s
    if (Date.now() - noted < 20_000 || socket?.readyState !== 1) return;
    noted = Date.now();
    socket.send("here");
  };
  on("pointerdown keydown", alive);

  // --- commands: one at a time, the same one until somebody answers ---

  async function send(where, command) {
    while (state.busy) await rest(50);
    if (state.stale) return null;
    const id = crypto.getRandomValues(new Uint32Array(4)).join("-");
    const [version, revision] = state.shown;
    const body = JSON.stringify({ id, version, revision, ...command });
    say({ busy: true });
    const post = { method: "POST", headers: { "Content-Type": "application/json" }, body };
    let said;
    for (let tries = 0; !(said = await get(`${where}?as=html`, post)); tries++) await rest(growing(tries, 2_000));
    try { if (said.news) take(said.news); } finally { say({ busy: false }); }
    return said;
  }

  return { send, ask, retry };
}
