// boardgame.io 0.50: lobby REST + Socket.IO v4 (engine.io protocol 4) spoken directly over a WebSocket,
// so that the generator costs little and counts the real wire bytes.
import WebSocket from 'ws';
export default function driver({ url }) {
  const game = 'caravan', compress = false;
  const ns = '/' + game + ',';
  const post = async (path, body) => {
    const x = await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    if (!x.ok) throw new Error(`${path}: ${x.status} ${await x.text()}`);
    return x.json();
  };
  return {
    name: 'boardgame.io',
    async createMatch(players) {
      const { matchID } = await post(`/games/${game}/create`, { numPlayers: players });
      const creds = [];
      for (let p = 0; p < players; p++) creds.push((await post(`/games/${game}/${matchID}/join`, { playerID: String(p), playerName: 'P' + p })).playerCredentials);
      return { matchID, creds, players };
    },
    connect(h, seat, { onVersion, onError }) {
      return new Promise((resolve, reject) => {
        const ws = new WebSocket(url.replace(/^http/, 'ws') + '/socket.io/?EIO=4&transport=websocket', { perMessageDeflate: compress });
        let open = false;
        const playerID = seat === null ? null : String(seat);
        const conn = { ws, h, playerID, version: undefined, sync: null, wireBytes: () => ws._socket?.bytesRead ?? 0,
          close: () => new Promise(res => { closing = true; ws.once('close', res); ws.close(); setTimeout(() => { ws.terminate(); res(); }, 500).unref(); }) };
        let closing = false;
        ws.on('error', e => open ? onError(e) : reject(e));
        ws.on('close', () => { if (!closing) (open ? onError('closed') : reject(new Error('closed'))); });
        ws.on('message', buf => {
          const k = buf[0];
          if (k === 50) return ws.send('3');                        // ping -> pong
          if (k === 48) return ws.send('40' + ns);                  // open -> join the namespace
          if (k !== 52) return;
          if (buf[1] === 48) return ws.send('42' + ns + JSON.stringify(['sync', h.matchID, playerID, seat === null ? null : h.creds[seat], h.players]));
          const head = buf.toString('latin1', 0, 64 + ns.length);
          const at = head.indexOf('["') + 2, type = head.slice(at, head.indexOf('"', at));
          if (type === 'update') {
            const i = buf.indexOf('"_stateID":');
            onVersion(parseInt(buf.toString('latin1', i + 11, i + 23), 10), buf.length);
          } else if (type === 'patch') {
            onVersion(+head.slice(at).split(',')[3], buf.length);
          } else if (type === 'sync') {
            const s = JSON.parse(buf.toString('utf8', 2 + ns.length))[2];
            conn.sync = { bytes: buf.length, payload: s };
            conn.version = s.state._stateID; open = true; resolve(conn);
          }
        });
      });
    },
    send(conn, action, version, h) {
      conn.ws.send('42' + ns + JSON.stringify(['update',
        { type: 'MAKE_MOVE', payload: { type: action.type, args: action.args, playerID: conn.playerID, credentials: h.creds[+conn.playerID] } },
        version, h.matchID, conn.playerID]));
    },
  };
}
