import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../harness/drill.js';
import type { Fleet, FleetOptions } from './fleet.js';
import { begin, type Scene, type SceneSize } from './scene.js';

interface Outage {
  readonly name: string;
  readonly over: FleetOptions['over'];
  /** How long the outage lasts before requests are refused, in milliseconds; undefined if they are not refused. */
  readonly refusesAfterMs?: number;
  begin(fleet: Fleet): void | Promise<void>;
  end(fleet: Fleet): void | Promise<void>;
}

/** A statement without an answer is given up after 16 seconds. */
const UNANSWERED_MS = 20_000;
const GOES_ON_WITHIN_MS = 60_000;

const ALL: readonly Outage[] = [
  {
    name: 'PostgreSQL is away',
    over: 'PostgreSQL',
    refusesAfterMs: 0,
    begin: ({ postgres }) => postgres.close(),
    end: ({ postgres }) => postgres.open(),
  },
  {
    name: 'PostgreSQL stands still',
    over: 'PostgreSQL',
    refusesAfterMs: UNANSWERED_MS,
    begin: ({ postgres }) => postgres.standStill(),
    end: ({ postgres }) => postgres.resume(),
  },
  {
    name: 'Redis is emptied',
    over: 'PostgreSQL and Redis',
    async begin(fleet) {
      if ((await fleet.emptyRedis()) === 0) fleet.violations.add('the machines keep nothing in Redis');
    },
    end: () => {},
  },
  {
    name: 'Redis is away',
    over: 'PostgreSQL and Redis',
    begin: ({ redis }) => redis.close(),
    end: ({ redis }) => redis.open(),
  },
  {
    name: 'Redis stands still',
    over: 'PostgreSQL and Redis',
    begin: ({ redis }) => redis.standStill(),
    end: ({ redis }) => redis.resume(),
  },
  {
    name: 'both are away',
    over: 'PostgreSQL and Redis',
    refusesAfterMs: 0,
    begin({ postgres, redis }) {
      postgres.close();
      redis.close();
    },
    async end({ postgres, redis }) {
      await postgres.open();
      await redis.open();
    },
  },
];

/** Outages of services on which the machines depend, in the middle of files and single checks. */
export const OUTAGES: readonly Scene[] = ALL.map((outage) => ({
  name: outage.name,
  machines: {
    over: outage.over,
    // The connections that PostgreSQL ends refuse a request too, or break off an upload.
    allowed: { outages: outage.over === 'PostgreSQL' || outage.refusesAfterMs !== undefined },
  },
  async play(fleet, size, print) {
    await begin(fleet, size);
    await outage.begin(fleet);
    print(await goesOn(fleet, size, outage));
  },
}));

async function goesOn(fleet: Fleet, { awayMs, rows }: SceneSize, outage: Outage): Promise<string> {
  const { load, violations } = fleet;
  const sent = fleet.send(await fleet.makeFiles(1, rows));
  sent.catch(() => undefined);
  await delay(awayMs);
  const processed = load.processed;
  await outage.end(fleet);
  const backAt = performance.now();
  await until('work after the outage', GOES_ON_WITHIN_MS, () => load.processed > processed || load.allEnded);
  const workedMs = performance.now() - backAt;
  const answered = () => load.answered.find(({ sentAt }) => sentAt >= backAt);
  await until('a check after the outage', GOES_ON_WITHIN_MS, () => answered() !== undefined);
  await sent;
  const { refusesAfterMs } = outage;
  const isRefused = refusesAfterMs !== undefined && awayMs > refusesAfterMs;
  if (isRefused && load.count('503 storage_unavailable') === 0) {
    violations.add('no request was refused, as if nothing had happened');
  }
  const checkedMs = (answered()?.at ?? 0) - backAt;
  return `work went on after ${Math.round(workedMs)} ms, a check was answered after ${Math.round(checkedMs)} ms`;
}
