import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiClient } from '../../server/api-client.js';
import { FAKE_TIME_MISSING, fakeTimeLibrary } from '../../server/fake-time.js';
import { givenPostgres, whyNoPostgres } from '../fleet/drill-database.js';
import { checkAll } from '../fleet/final-checks.js';
import { onStage, type Stage } from '../fleet/stage.js';
import { checksMade } from '../fleet/worker-metrics.js';
import type { DrillSize, Phase } from '../phase.js';

const ENDED_WITHIN_MS = 300_000;
const LEASE_MS = 2_000;
/** Long enough for others to take over the worker's chunks, and to complete them. */
const STANDS_STILL_MS = 4 * LEASE_MS;
const BEGUN_SHARE = 0.15;
const CONCURRENCY = 50;
const CHECK_MS = 100;
/** A suspended process loses the unrecorded answers of at most this time, like a killed one. */
const UNRECORDED_MS = 250;
const HOUR_S = 3_600;
/** The number of runnable processes per core. */
const BUSY_LOAD = 2;

/** One of two workers is suspended for longer than its leases, while it has work, and is then resumed. */
export const HANGING_WORKER: Phase = {
  name: 'a worker stands still for longer than its leases',
  async run({ seed, size }) {
    const skipped = await whyNoPostgres();
    if (skipped !== undefined) return { skipped };
    const options = {
      ...{ seed, accounts: 2, servers: 1, workers: 2, databaseUrl: givenPostgres() },
      settings: {
        DIALPROOF_LEASE_MS: String(LEASE_MS),
        DIALPROOF_CHECK_CONCURRENCY: String(CONCURRENCY),
        DIALPROOF_SANDBOX_DELAY_MS: String(CHECK_MS),
      },
      allowed: { cuts: false, outages: false },
    };
    return await onStage(options, async (stage) => {
      const { fleet, load, seen } = stage;
      await sendFiles(stage, size);
      const isBegun = () => load.progress.processed >= BEGUN_SHARE * load.progress.rows;
      await load.pollUntil(isBegun, 'the beginning of the work', ENDED_WITHIN_MS);
      const [hanging] = fleet.workers;
      hanging?.process.pause();
      const stoodFrom = load.progress.processed;
      await delay(STANDS_STILL_MS);
      hanging?.process.resume();
      await load.untilAllEnded(ENDED_WITHIN_MS);
      seen.push(
        `stood still for ${STANDS_STILL_MS} ms, ${stoodFrom} of ${load.progress.rows} rows processed before`,
      );
      // The calls under way when it was suspended, and those with unrecorded answers.
      await judgeAskedTwice(stage, CONCURRENCY * (1 + UNRECORDED_MS / CHECK_MS));
      await checkAll(stage);
    });
  },
};

/** Three workers. The clock of one is an hour ahead, that of another an hour behind. */
export const WRONG_CLOCKS: Phase = {
  name: 'the clocks of workers are an hour off',
  async run({ seed, size }) {
    const library = fakeTimeLibrary();
    const skipped = library === undefined ? FAKE_TIME_MISSING : await whyNoPostgres();
    if (skipped !== undefined || library === undefined) return { skipped: skipped ?? FAKE_TIME_MISSING };
    const offsets = [HOUR_S, -HOUR_S, 0];
    const options = {
      ...{ seed, accounts: 2, servers: 1, workers: offsets.length, databaseUrl: givenPostgres() },
      settings: {},
      settingsOfWorker: (place: number) => ({
        LD_PRELOAD: library,
        FAKETIME: `${(offsets[place] ?? 0) < 0 ? '' : '+'}${offsets[place] ?? 0}`,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }),
      allowed: { cuts: false, outages: false },
    };
    return await onStage(options, async (stage) => {
      const { fleet, load, seen, violations } = stage;
      for (const [place, { name, port }] of fleet.workers.entries()) {
        const off = Math.round(((await new ApiClient(port).serverTime()) - Date.now()) / 1_000);
        seen.push(`the clock of ${name} is ${off} s off`);
        if (Math.abs(off - (offsets[place] ?? 0)) > 60)
          violations.add(`the clock of ${name} is ${off} s off`);
      }
      const beganAt = Date.now();
      await sendFiles(stage, size);
      await load.untilAllEnded(ENDED_WITHIN_MS);
      await checkTimes(stage, beganAt);
      await judgeAskedTwice(stage, 0);
      await checkAll(stage);
    });
  },
};

async function sendFiles({ load }: Stage, size: DrillSize): Promise<void> {
  await load.send(await load.makeFiles(Math.ceil(size.files / 4), size.rows));
}

/** Judges repeated checks, but not on a busy machine, where workers lose leases by themselves and two check the same numbers. */
async function judgeAskedTwice({ fleet, load, seen, violations }: Stage, atMost: number): Promise<void> {
  const asked = load.tasks.reduce((sum, { file }) => sum + file.asked, 0);
  const twice = (await checksMade(fleet.workers)) - asked;
  const isBusy = (loadavg()[0] ?? 0) > BUSY_LOAD * availableParallelism();
  seen.push(`${twice} numbers were asked about twice${isBusy ? ', on a busy machine' : ''}`);
  if (twice >= 0 && (twice <= atMost || isBusy)) return;
  violations.add(`${twice} numbers were asked about twice, expected ${atMost} at most`);
}

/** Checks that the times of a task are the database's, whichever worker processed it. */
async function checkTimes({ fleet, load, violations }: Stage, beganAt: number): Promise<void> {
  const [server] = fleet.servers;
  if (server === undefined) throw new TypeError('there is no server');
  const client = new ApiClient(server.port);
  for (const { account, label, taskId } of load.tasks) {
    const { body } = await client.poll(account.token, taskId);
    const times = [body.created_at, body.started_at ?? '', body.finished_at ?? ''].map((at) =>
      Date.parse(at),
    );
    const [created = Number.NaN, started = Number.NaN, finished = Number.NaN] = times;
    const areInOrder = beganAt - 1_000 <= created && created <= started && started <= finished;
    if (areInOrder && finished <= Date.now() + 1_000) continue;
    violations.add(
      `${label}: created, started and finished ${times.map((at) => at - beganAt).join(', ')} ms after the begin`,
    );
  }
}
