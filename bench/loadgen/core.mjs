// The measurement, whatever the protocol: makes matches, connects clients, plays a script, and times each move from the
// mover's send until EVERY client of that match holds the new version, all on one clock.
import { Samples, round } from './stats.mjs';
import { cpu, family, machine, rssKB } from './proc.mjs';

const now = () => performance.now();
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

export class Match {
  constructor(driver, handle, script) {
    Object.assign(this, { driver, handle, script });
    this.clients = [];
    this.version = 0;
    this.turn = 0;
    this.waiter = null;
    this.dead = null;
  }

  async connect(players, spectators) {
    for (const seat of [...Array(players).keys(), ...Array(spectators).fill(null)]) {
      const client = { seat, version: -1, raw: 0 };
      client.conn = await this.driver.connect(this.handle, seat, {
        onVersion: (version, bytes) => this.#seen(client, version, bytes),
        onError: (error) => { this.dead ??= String(error); this.waiter?.fail(); },
      });
      client.version = Math.max(client.version, client.conn.version ?? -1);
      this.clients.push(client);
    }
    this.version = Math.max(...this.clients.map((client) => client.version));
  }

  #seen(client, version, bytes) {
    client.raw += bytes;
    if (version <= client.version) return;
    client.version = version;
    const waiter = this.waiter;
    if (!waiter || version < waiter.target || waiter.got.has(client)) return;
    waiter.got.add(client);
    if (client === waiter.mover) waiter.moverAt = now();
    if (waiter.got.size === this.clients.length) waiter.ok(now());
  }

  // Plays one move. Returns {all, mover} in ms, or null when the match is over.
  async step(timeoutMs) {
    const wish = this.script(this.turn, this.handle, this.clients);
    if (!wish) return null;
    const mover = this.clients[wish.seat], from = this.version, begun = now();
    const told = new Promise((resolve, reject) => {
      const late = setTimeout(() => { this.waiter = null; reject(new Error(`timeout at version ${from}`)); }, timeoutMs);
      const end = (finish) => { clearTimeout(late); this.waiter = null; finish(); };
      this.waiter = {
        target: from + 1, got: new Set(), mover, moverAt: 0,
        ok: (at) => { const { moverAt } = this.waiter; end(() => resolve({ all: at - begun, mover: moverAt - begun })); },
        fail: () => end(() => reject(new Error(this.dead))),
      };
    });
    told.catch(() => {});
    try { await this.driver.send(mover.conn, wish.action, from, this.handle); }
    catch (error) { this.dead ??= String(error); this.waiter?.fail(); }
    const times = await told;
    this.version = Math.max(...this.clients.map((client) => client.version));
    this.turn++;
    return times;
  }

  async close() { await Promise.all(this.clients.map((client) => client.conn.close())); }
}

// `count` lanes, each with `spares` matches that follow when one is over before the time is.
export async function makeLanes(driver, count, { players, spectators, script, spares = 0, parallel = 8 }) {
  const lanes = Array.from({ length: count }, () => []);
  const places = lanes.flatMap((lane) => Array(spares + 1).fill(lane));
  await Promise.all(Array.from({ length: Math.min(parallel, places.length) }, async () => {
    while (places.length) {
      const lane = places.pop();
      const match = new Match(driver, await driver.createMatch(players), script());
      await match.connect(players, spectators);
      lane.push(match);
    }
  }));
  return lanes;
}

// pace: seconds between the starts of a lane's moves (0: the next one as soon as all clients have the last one).
// processes: [{name, pid, tree}] whose CPU and memory are sampled over the measured window.
export async function load(lanes, { seconds, warmup = 1, pace = 0, timeoutMs = 10000, processes = [] }) {
  const all = new Samples(), mover = new Samples(), due = new Samples();
  const matches = lanes.flat();
  let moves = 0, errors = 0, firstError = null, measuring = false, stop = false, idle = 0, late = 0;

  async function play(lane) {
    const left = [...lane];
    let next = now() + (pace ? Math.random() * pace * 1000 : 0);
    while (!stop && left.length) {
      if (pace) { await sleep(Math.max(0, next - now())); if (stop) break; }
      const begun = now();
      try {
        const times = await left[0].step(timeoutMs);
        if (!times) { left.shift(); continue; }
        if (measuring && !stop) {
          moves++;
          all.add(times.all);
          mover.add(times.mover);
          if (pace) { due.add(times.all + Math.max(0, begun - next)); if (begun - next > 50) late++; }
        }
      } catch (error) { errors++; firstError ??= String(error.message || error); break; }
      next += pace * 1000;
    }
    if (!stop) idle++;
  }

  const families = () => processes.map(({ pid, tree }) => (tree ? family(pid) : [pid]));
  const look = (pids) => ({
    at: now(), own: process.cpuUsage(), machine: machine(), cpu: pids.map(cpu),
    clients: matches.map((match) => match.clients.map((client) => [client.conn.wireBytes(), client.raw])),
    turns: matches.map((match) => match.turn),
  });
  const early = families(); // before anything is timed: finding them takes a while
  const playing = lanes.map(play);
  await sleep(warmup * 1000);
  const before = look(early);
  measuring = true;
  await sleep(seconds * 1000);
  measuring = false;
  stop = true;
  const found = families(), after = look(found), memory = found.map(rssKB);
  await Promise.race([Promise.all(playing), sleep(timeoutMs)]);

  const lasted = (after.at - before.at) / 1000;
  const bytes = { wire: 0, raw: 0, clients: 0 };
  matches.forEach((match, m) => match.clients.forEach((client, c) => {
    bytes.wire += after.clients[m][c][0] - before.clients[m][c][0];
    bytes.raw += after.clients[m][c][1] - before.clients[m][c][1];
    bytes.clients += after.turns[m] - before.turns[m];
  }));
  const used = {};
  let known = 0;
  processes.forEach((one, index) => {
    const spent = after.cpu[index] - before.cpu[index];
    known += spent;
    used[one.name] = { share: round(spent / lasted), ms_per_move: round((1000 * spent) / Math.max(1, moves)), rss_mb: round(memory[index] / 1024, 1) };
  });
  const own = (after.own.user - before.own.user + after.own.system - before.own.system) / 1e6;
  return {
    games: lanes.length, pace, seconds: round(lasted), moves, moves_per_s: round(moves / lasted, 1), errors, first_error: firstError,
    idle_lanes: idle, all_ms: all.report(), mover_ms: mover.report(), ...(pace ? { due_ms: due.report(), late } : {}),
    wire_bytes: round(bytes.wire / Math.max(1, bytes.clients), 0), raw_bytes: round(bytes.raw / Math.max(1, bytes.clients), 0),
    cpu: used, generator_share: round(own / lasted),
    foreign_share: round((after.machine.busy - before.machine.busy - known - own) / lasted),
  };
}
