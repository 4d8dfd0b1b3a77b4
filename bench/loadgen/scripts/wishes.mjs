// Random moves from what a client is told that it may do: whoever is asked first acts. null: nobody is asked, the game is over.
const pick = (list) => list[Math.floor(Math.random() * list.length)];
const between = (low, high) => low + Math.floor(Math.random() * (high - low + 1));

function some(values, count) {
  const left = [...values];
  return Array.from({ length: count }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]);
}

const DOMAINS = {
  'one-of': ({ values }) => pick(values),
  'some-of': ({ values, least, most }) => some(values, between(least, most)),
  whole: ({ low, high }) => between(low, high),
  pair: ({ groups }) => some(groups, 2).map(pick),
  run: ({ starts, follow, least = 2 }) => {
    const run = [pick(starts)];
    while (run.length < least) run.push(follow[run.at(-1)].find((card) => !run.includes(card)));
    return run;
  },
  amounts: ({ limits, least, most }) => {
    const pool = Object.entries(limits).flatMap(([kind, limit]) => Array(limit).fill(kind));
    const drawn = {};
    for (const kind of some(pool, between(least, Math.min(most, pool.length)))) drawn[kind] = (drawn[kind] ?? 0) + 1;
    return drawn;
  },
};

export default () => (k, handle, clients) => {
  for (const client of clients) {
    if (client.seat === null) continue;
    const choices = client.conn.wishes();
    if (!choices.length) continue;
    const { type, fields } = pick(choices);
    const drawn = Object.entries(fields).map(([name, domain]) => [name, DOMAINS[domain.kind](domain)]);
    return { seat: client.seat, action: { type, ...Object.fromEntries(drawn) } };
  }
  return null;
};
