// The server to compare with: boardgame.io with the game beside this file, in memory or on PostgreSQL.
//   PORT=… STORAGE=memory|postgres [PGHOST= PGPORT= PGUSER= PGPASSWORD= PGDATABASE=] node server.cjs
const net = require('node:net');
const { Server } = require('boardgame.io/server');
const { Caravan } = require('./game.cjs');

// It listens everywhere unless it is told otherwise here.
const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (port, ...rest) { return listen.call(this, port, '127.0.0.1', ...rest); };

const { PORT, STORAGE, PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE } = process.env;
let db;
if (STORAGE === 'postgres') {
  const { PostgresStore } = require('bgio-postgres');
  db = new PostgresStore({
    database: PGDATABASE, username: PGUSER, password: PGPASSWORD, host: PGHOST, port: +PGPORT,
    dialect: 'postgres', logging: false, pool: { max: 5 },
  });
}
// Without undo, which keeps every state: it would be several times slower.
const server = Server({ games: [{ ...Caravan, disableUndo: true }], db, origins: ['http://localhost'] });
server.run({ port: +PORT }).then(() => console.log('READY'));
