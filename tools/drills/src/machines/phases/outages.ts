import { setTimeout as delay } from 'node:timers/promises';
import { checkAll } from '../fleet/final-checks.js';
import { onStage, type Stage } from '../fleet/stage.js';
import { SingleLoad } from '../load/single-load.js';
import type { DrillSize, Phase } from '../phase.js';
import { type OwnPostgres, startOwnPostgres, whyNoOwnPostgres } from '../services/own-postgres.js';
import { type OwnRedis, startOwnRedis, whyNoOwnRedis } from '../services/own-redis.js';

/** The services on which the machines depend, in an outage. */
interface Services {
  readonly postgres: OwnPostgres;
  readonly redis: OwnRedis | undefined;
}

interface Outage {
  readonly name: string;
  /** Whether the machines have `REDIS_URL`. Default false. */
  readonly needsRedis?: boolean;
  /** The milliseconds until requests are refused during the outage; null if they are not refused. */
  readonly refusesAfterMs: number | null;
  readonly lastsMs: (size: DrillSize) => number;
  begin(services: Services): Promise<void>;
  /** Ends the outage, and resolves when everything answers again. */
  end(services: Services): Promise<void>;
}

const ENDED_WITHIN_MS = 300_000;
const GOES_ON_WITHIN_MS = 60_000;
/** The share that is processed before the outage. The rest is under way. */
const BEGUN_SHARE = 0.15;

/** A phase with an outage of a service on which the machines depend, in the middle of files, checks and polls. */
export function outagePhase(outage: Outage): Phase {
  const { name, needsRedis = false, refusesAfterMs } = outage;
  return {
    name,
    async run({ seed, size }) {
      const skipped = whyNoOwnPostgres() ?? (needsRedis ? whyNoOwnRedis() : undefined);
      if (skipped !== undefined) return { skipped };
      const postgres = await startOwnPostgres();
      const redis = needsRedis ? await startOwnRedis() : undefined;
      const services = { postgres, redis };
      try {
        const options = {
          ...{
            seed,
            accounts: Math.min(size.accounts, 4),
            servers: 2,
            workers: 2,
            databaseUrl: postgres.url,
          },
          settings: redis === undefined ? {} : { REDIS_URL: redis.url },
          allowed: { cuts: false, outages: refusesAfterMs !== null },
        };
        return await onStage(options, (stage) => playOutage(stage, size, outage, services));
      } finally {
        await Promise.all([postgres.remove(), redis?.remove()]);
      }
    },
  };
}

async function playOutage(stage: Stage, size: DrillSize, outage: Outage, services: Services): Promise<void> {
  const { fleet, judge, load, other, seen, violations } = stage;
  if (services.redis !== undefined && (await services.redis.keys()) === 0) {
    violations.add('the machines keep nothing in Redis');
  }
  const half = Math.ceil(size.files / 2);
  const [before, meanwhile] = [
    await load.makeFiles(half, size.rows),
    await load.makeFiles(size.isPatient ? half : 0, size.rows),
  ];
  const made = before.length + meanwhile.length;
  const singles = new SingleLoad({ fleet, account: other, judge, violations });
  await singles.start();
  try {
    await load.send(before);
    const isBegun = () => load.progress.processed >= BEGUN_SHARE * load.progress.rows;
    await load.pollUntil(isBegun, 'the beginning of the work', ENDED_WITHIN_MS);

    await outage.begin(services);
    const sent = load.send(meanwhile);
    let isOver = false;
    const polling = load.pollUntil(() => isOver, 'the end of the outage', ENDED_WITHIN_MS);
    // Both are awaited below. A rejection must not end the process before.
    for (const each of [sent, polling]) each.catch(() => undefined);
    await delay(outage.lastsMs(size));
    const processedBefore = load.progress.processed;
    await outage.end(services).finally(() => {
      isOver = true;
    });
    const backAt = performance.now();
    await polling;

    const goesOn = () => load.progress.processed > processedBefore || load.tasks.every(({ ended }) => ended);
    await load.pollUntil(goesOn, 'work after the outage', GOES_ON_WITHIN_MS);
    const workedAfterMs = Math.round(performance.now() - backAt);
    await Promise.all([
      sent,
      load.pollUntil(() => load.tasks.length === made, 'all uploads', ENDED_WITHIN_MS),
    ]);
    await load.untilAllEnded(ENDED_WITHIN_MS);
    while (singles.answeredAfter(backAt) === undefined && performance.now() < backAt + GOES_ON_WITHIN_MS) {
      await delay(100);
    }
    seen.push(
      `work went on ${workedAfterMs} ms after the end of the outage, a check was answered after ${singles.answeredAfter(backAt)} ms`,
    );
  } finally {
    await singles.stop();
  }
  seen.push(`${singles.answered} checks answered, ${singles.unanswered} refused`);
  const { refusesAfterMs } = outage;
  const isSeen = refusesAfterMs !== null && outage.lastsMs(size) > refusesAfterMs;
  if (isSeen && judge.count('503 storage_unavailable') === 0) {
    violations.add('no request was refused, as if nothing had happened');
  }
  await checkAll(stage, {
    least: singles.answered,
    most: singles.answered + singles.unanswered,
    waitsForHolds: size.isPatient,
  });
}
