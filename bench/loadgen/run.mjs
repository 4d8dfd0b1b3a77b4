// One measurement; prints JSON.
//   node run.mjs --driver tertulia --script wishes --url http://127.0.0.1:8000 --games 10 [--spares 2] [--pace 1]
//     [--seconds 5] [--players 4] [--spectators 1] [--form html] [--game cuckooo] [--pid server:1234] [--tree db:555]
//   --memory 1: makes the games, then connects everybody, and prints what each table and connection takes of the first --pid
import { Match, load, makeLanes, sleep } from './core.mjs';
import { rssKB } from './proc.mjs';

const options = { games: 10, spares: 0, pace: 0, seconds: 5, warmup: 2, players: 4, spectators: 1, memory: 0 };
const processes = [];
for (let at = 2; at < process.argv.length; at += 2) {
  const name = process.argv[at].replace(/^--/, ''), value = process.argv[at + 1];
  if (name === 'pid' || name === 'tree') {
    const [label, pid] = value.split(':');
    processes.push({ name: label, pid: +pid, tree: name === 'tree' });
  } else options[name] = name in options ? +value : value;
}
const driver = (await import(`./drivers/${options.driver}.mjs`)).default(options);
const script = (await import(`./scripts/${options.script}.mjs`)).default;

async function memory() {
  const { games, players, spectators } = options, { pid } = processes[0];
  const settled = async () => { await sleep(1500); return rssKB([pid]); };
  const first = await makeLanes(driver, 10, { players, spectators, script }); // fills what all tables share
  await Promise.all(first.flat().map((match) => match.close()));
  const before = await settled();
  const bare = await makeLanes(driver, games, { players, spectators: 0, script });
  await Promise.all(bare.flat().map((match) => match.close()));
  const tables = await settled();
  const connected = bare.flat().map((match) => new Match(driver, match.handle, script()));
  for (const match of connected) await match.connect(players, spectators);
  const connections = await settled();
  return { table_kb: (tables - before) / games, connection_kb: (connections - tables) / (games * (players + spectators)) };
}

async function measure() {
  const lanes = await makeLanes(driver, options.games, { ...options, script });
  const measured = await load(lanes, { ...options, processes });
  await Promise.all(lanes.flat().map((match) => match.close()));
  return measured;
}

console.log(JSON.stringify(await (options.memory ? memory() : measure())));
process.exit(0);
