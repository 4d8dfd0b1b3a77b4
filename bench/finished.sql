-- Finished tables with four people and forty moves each; $TABLES is how many.
INSERT INTO components (digest, game, text) VALUES ('old', 'cuckooo', '');
INSERT INTO people (token, name, made_at)
  SELECT sha256(n::text::bytea), 'Friend ' || n, now() FROM generate_series(1, 50000) n;
INSERT INTO tables (id, game, rules, options, components, seed, status, visibility, revision, actors, made_at, changed_at,
                    started_at, finished_at)
  SELECT md5(n::text)::uuid, 'cuckooo', 1, '{}', 'old', sha256(n::text::bytea), 'finished', 'lobby', 9, '{1}',
         now() - n * interval '5 min', now(), now(), now() FROM generate_series(1, $TABLES) n;
INSERT INTO seats (table_id, number, kind, name, name_key, host, taken_over, here)
  SELECT md5(n::text)::uuid, seat, 'person', 'Friend ' || seat, 'friend ' || seat, seat = 1, false, false
  FROM generate_series(1, $TABLES) n, generate_series(1, 4) seat;
INSERT INTO holders (table_id, person_id, seat_id)
  SELECT table_id, first + abs(hashtext(table_id::text) % 40000) + number * 2000, id
  FROM seats, (SELECT min(id) AS first FROM people WHERE name = 'Friend 1' AND token = sha256('1'::bytea)) p
  WHERE name_key LIKE 'friend _' AND table_id IN (SELECT id FROM tables WHERE components = 'old');
INSERT INTO moves (table_id, number, seat, command, seen, action, bot, actors, at)
  SELECT md5(n::text)::uuid, move, 1 + move % 4, md5(n::text || move), move - 1,
         '{"type":"enlist","card":"green-5"}', false, '{1}', now()
  FROM generate_series(1, $TABLES) n, generate_series(1, 40) move;
