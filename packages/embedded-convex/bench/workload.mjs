import { Audience } from "./audience.mjs";
import { pool, sleep, summary } from "./measure.mjs";

const RACES = 20;
const PLACES_LEFT = 3;
const ASKING = 8;

/**
 * Measures one server with one number of people: latency at a fixed rate,
 * throughput, races for the last places, and losses after kill -9 under load.
 * @returns people, joinsPerSecond, seen and acknowledged {p50, p99} in ms,
 *   memoryMiB, overfull (races), lost (acknowledged joins),
 *   acknowledgedBeforeCrash
 */
export async function measure({
  start,
  people,
  joinsPerSecond,
  seconds,
  isProfiling,
  log,
}) {
  let server = await start();
  let audience = new Audience(server.url);
  const teams = Math.floor(people / 4);
  log(`connecting ${people} people in ${teams} teams`);
  await audience.fillSeats(teams);
  const memoryMiB = server.memoryMiB();
  // By place, then by team, so that consecutive joins are in different teams.
  const joins = [1, 2, 3].flatMap((place) =>
    Array.from({ length: teams }, (_, team) => [team, place]),
  );

  await pool(joins.slice(0, 100), 8, (join) => audience.join(join, record()));
  await audience.emptySeats();

  log(`latency at ${joinsPerSecond} joins/s`);
  const paced = record();
  for (let left = joinsPerSecond * seconds; left > 0;) {
    const batch = joins.slice(0, left);
    left -= batch.length;
    await atRate(batch, joinsPerSecond, (join, due) =>
      audience.join(join, paced, due),
    );
    await audience.emptySeats();
  }

  log("throughput, 32 joins under way");
  const closed = record();
  let busyMs = 0;
  let done = 0;
  for (
    const end = performance.now() + seconds * 1000;
    performance.now() < end && done < 3000;
  ) {
    const from = performance.now();
    await pool(joins, 32, async (join) => {
      if (performance.now() > end || done >= 3000) return;
      await audience.join(join, closed);
      done++;
    });
    busyMs += closed.lastAt - from;
    await audience.emptySeats();
  }

  log(`${ASKING} people for ${PLACES_LEFT} places, ${RACES} times`);
  const overfull = await audience.race(RACES, ASKING, PLACES_LEFT);

  log("kill -9 in a storm of joins");
  // A process that is killed does not write its profile.
  const acknowledged = await audience.storm(() =>
    isProfiling ? server.stop() : server.kill(),
  );
  await audience.close();
  server = await start();
  audience = new Audience(server.url);
  const lost = await audience.missing(acknowledged);
  await audience.close();
  await server.stop();

  return {
    people,
    joinsPerSecond: Math.round((done / busyMs) * 1000),
    seen: summary(paced.seen),
    acknowledged: summary(paced.acknowledged),
    memoryMiB,
    overfull,
    lost,
    acknowledgedBeforeCrash: acknowledged.length,
  };
}

function record() {
  return { seen: [], acknowledged: [], lastAt: 0 };
}

/**
 * Open loop: each join is due at a fixed time. One delayed by a backlog is
 * timed from then; one delayed by the timer, less than 3 ms, from its actual
 * start.
 */
async function atRate(joins, perSecond, join) {
  const start = performance.now() + 20;
  const running = [];
  for (const [index, one] of joins.entries()) {
    const due = start + (index * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await sleep(wait);
    const isTimerOnlyLate = performance.now() - due < 3;
    running.push(join(one, isTimerOnlyLate ? performance.now() : due));
  }
  await Promise.all(running);
}
