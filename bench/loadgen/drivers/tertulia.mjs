// Tertulia: people, tables and moves over HTTP, news over a WebSocket. `form` is "json" (JSON Patch), or "html"
// (fragments, compressed as browsers have it); `game` is which.
import WebSocket from 'ws';
import http from 'node:http';

export default function driver({ url, form = 'json', game = 'cubaneo' }) {
  const base = new URL(url), html = form === 'html';
  const agent = new http.Agent({ keepAlive: true, maxSockets: 512 }); // browsers keep a connection, too
  const ask = (method, path, body, token) => new Promise((resolve, reject) => {
    const text = JSON.stringify(body ?? {});
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    if (token) headers.authorization = `Bearer ${token}`;
    const request = http.request({ host: base.hostname, port: base.port, method, path, agent, headers }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const said = Buffer.concat(parts).toString();
        if (answer.statusCode < 300) resolve(JSON.parse(said));
        else reject(new Error(`${path}: ${answer.statusCode} ${said.slice(0, 300)}`));
      });
    });
    request.on('error', reject);
    request.end(text);
  });

  return {
    name: `tertulia-${form}`,
    async createMatch(players) {
      const tokens = [];
      for (let seat = 1; seat <= players; seat++) tokens.push((await ask('POST', '/api/people', { name: `Friend ${seat}` })).token);
      const made = await ask('POST', '/api/tables', { game }, tokens[0]);
      const table = `/api/tables/${made.table.id}`;
      for (const token of tokens.slice(1)) await ask('POST', `${table}/seats`, { invite: made.you.invite }, token);
      const watch = (await ask('POST', `${table}/watchers`, {}, tokens[0])).token;
      await ask('POST', `${table}/start`, {}, tokens[0]);
      return { table, tokens, watch };
    },
    connect(match, seat, { onVersion, onError }) {
      return new Promise((resolve, reject) => {
        const query = (html ? 'as=html&' : '') + (seat === null ? `watch=${match.watch}` : '');
        const headers = seat === null ? {} : { authorization: `Bearer ${match.tokens[seat]}` };
        const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${match.table}/news?${query}`, { headers, perMessageDeflate: html });
        let open = false, closing = false;
        const pending = [];
        const seen = { view: null, choices: [], asked: false };
        const conn = {
          seat, version: undefined, revision: undefined, // a move says both, as browsers do: its answer is what changed since
          wireBytes: () => socket._socket?.bytesRead ?? 0,
          close: () => new Promise((done) => {
            closing = true;
            socket.once('close', done);
            socket.close();
            setTimeout(() => { socket.terminate(); done(); }, 500).unref();
          }),
          // What this client may do now; read only by whoever moves, so that others cost as little as they can.
          wishes: () => {
            for (const text of pending.splice(0)) take(seen, JSON.parse(text), html);
            return seen.asked ? seen.choices : [];
          },
        };
        socket.on('error', (error) => (open ? onError(error) : reject(error)));
        socket.on('close', (code) => { if (!closing) (open ? onError : reject)(new Error(`closed ${code}`)); });
        socket.on('message', (data) => {
          pending.push(data);
          if (seat === null) pending.length = 0;
          const at = data.lastIndexOf('"to":[') + 6, to = data.toString('latin1', at, data.indexOf(']', at));
          const [version, revision] = to.split(',').map(Number);
          conn.revision = revision;
          if (!open) { open = true; conn.version = version; resolve(conn); } else onVersion(version, data.length);
        });
      });
    },
    send(conn, action, version, match) {
      const id = Math.random().toString(36).slice(2).padEnd(10, 'x');
      return ask('POST', `${match.table}/moves${html ? '?as=html' : ''}`, { id, version, revision: conn.revision, action }, match.tokens[conn.seat]);
    },
  };
}

function take(seen, message, html) {
  const { seat } = message.you;
  if (html) {
    const mine = message.private;
    if (!mine) return;
    seen.choices = mine.choices;
    if (mine.fragments.prompt) seen.asked = mine.fragments.prompt.includes('data-asked');
    return;
  }
  for (const operation of message.patch) apply(seen, operation);
  const { turn } = seen.view.public;
  seen.choices = seen.view.private?.choices ?? [];
  seen.asked = turn.actors.includes(seat) && !turn.done.includes(seat);
}

function apply(seen, { op, path, value }) {
  const keys = path.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (!keys.length) { seen.view = value; return; }
  const last = keys.pop();
  const part = keys.reduce((at, key) => at[key], seen.view);
  if (!Array.isArray(part)) { if (op === 'remove') delete part[last]; else part[last] = value; return; }
  const index = last === '-' ? part.length : +last;
  part.splice(index, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [value]));
}
