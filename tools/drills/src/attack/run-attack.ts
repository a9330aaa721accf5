import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { loggedErrors } from '../server/drill-folder.js';
import { readAudit } from '../server/ledger-audit.js';
import { openFiles, peakOf, processorMs, residentMb } from '../server/process-figures.js';
import type { Attack } from './attackers/attack.js';
import { Attackers } from './attackers/attackers.js';
import type { Tally } from './attackers/tally.js';
import { leftBehind, leftByStopped, namesOf } from './left-behind.js';
import { endTasks, makeTarget, type Stage, victimChecks, within } from './stage.js';

export interface AttackTimes {
  /** The time of the victim's checks before the attack, and the time of the attack, in milliseconds. */
  readonly calmMs: number;
  readonly attackMs: number;
  /** The time from its beginning to SIGTERM. */
  readonly stopAfterMs: number;
  /** The pause before the check for leftovers. */
  readonly afterMs: number;
}

/** The figures of one attack. */
export interface AttackFigures {
  readonly replies: Tally['counts'];
  /** Resident memory of the server in MB. */
  readonly memory: { readonly before: number; readonly peak: number; readonly after: number };
  /** The share of a processor that the server took. */
  readonly processor: number;
  /** The durations of the victim's single checks in milliseconds, sorted: before the attack, and during it. */
  readonly calm: readonly number[];
  readonly latencies: readonly number[];
  /** The server's processor time during each of them, sorted, in milliseconds. */
  readonly calmWork: readonly number[];
  readonly work: readonly number[];
  /** The number of the victim's checks by status. */
  readonly victimStatuses: ReadonlyMap<number, number>;
  /** How much the database has grown, in MB. */
  readonly storedMb: number;
  readonly openFiles: { readonly before: number; readonly after: number };
  /** Leftovers after the attack, and after SIGTERM in the middle of it. */
  readonly left: string;
  readonly leftAfterStop: string;
  readonly addsUp: boolean;
  readonly errors: readonly string[];
  readonly stop: { readonly how: string; readonly ms: number };
}

/** Everything under way ends within this time. */
const SETTLED_WITHIN_MS = 30_000;
const WARM_ROUNDS = 6;
const WARM_CHECKS = 50;
const WARM_PHONE = '+14155550188';
/** Files that a process opens at their first use. */
export const FIRST_USES = 3;

/**
 * Attacks the server of a stage for a while and measures it and the victim's checks. Then attacks it again, stops it in the middle and
 * starts it again. The server has to be running.
 */
export async function runAttack(
  stage: Stage,
  { name }: Attack,
  options: { readonly times: AttackTimes; readonly share: number; readonly doneTaskId: string },
): Promise<AttackFigures> {
  const { folder, server } = stage;
  const { doneTaskId, share, times } = options;
  const errorsBefore = loggedErrors(folder).length;
  const storedBefore = storedMb(stage);
  const target = await makeTarget(stage, doneTaskId);
  const checks = victimChecks(stage);
  // The server's work does not depend on its share of the machine, but concurrent checks would count towards each other's.
  const alone = victimChecks(stage, { oneAtATime: true });
  await warmUp(stage, doneTaskId);
  const filesBefore = openFiles(server.pid);
  checks.start();
  alone.start();
  await delay(times.calmMs);
  const memoryBefore = residentMb(server.pid);

  const began = performance.now();
  const attackers = await Attackers.start({ name, share, target });
  const [usedMs, from] = [processorMs(server.pid), performance.now()];
  const peak = await peakOf(server.pid, times.attackMs);
  server.assertRuns();
  const processor = (processorMs(server.pid) - usedMs) / (performance.now() - from);
  const ended = performance.now();
  const replies = await attackers.stop();
  await Promise.all([checks.stop(), alone.stop()]);

  await endTasks(stage);
  await delay(times.afterMs);
  server.assertRuns();
  const clean = () => namesOf(leftBehind(folder)) === '' && openFiles(server.pid) <= filesBefore + FIRST_USES;
  await within(SETTLED_WITHIN_MS, clean);
  const after = { memory: residentMb(server.pid), files: openFiles(server.pid) };
  const left = namesOf(leftBehind(folder));
  const grownMb = storedMb(stage) - storedBefore;

  const stopped = await stopInTheMiddle(stage, name, options);
  const leftAfterStop = leftByStopped(folder);
  const { addsUp } = await readAudit(folder.databaseFile);
  const errors = loggedErrors(folder).slice(errorsBefore);
  server.start();
  await server.ready();
  return {
    ...{ replies, processor, left, leftAfterStop, addsUp, errors, stop: stopped, storedMb: grownMb },
    memory: { before: memoryBefore, peak, after: after.memory },
    openFiles: { before: filesBefore, after: after.files },
    calm: checks.latencies(0, began),
    latencies: checks.latencies(from, ended),
    calmWork: alone.work(0, began),
    work: alone.work(from, ended),
    victimStatuses: sumOf(checks.statuses(), alone.statuses()),
  };
}

async function stopInTheMiddle(
  stage: Stage,
  name: string,
  { doneTaskId, share, times }: Parameters<typeof runAttack>[2],
): Promise<AttackFigures['stop']> {
  const target = await makeTarget(stage, doneTaskId);
  const attackers = await Attackers.start({ name, share, target });
  await delay(times.stopAfterMs);
  const began = performance.now();
  const how = await stage.server.stop();
  const ms = performance.now() - began;
  await attackers.stop();
  return { how, ms };
}

/** Makes the requests that are measured later, since the first ones of a server take many times as long. */
async function warmUp({ attacker, client, victim }: Stage, doneTaskId: string): Promise<void> {
  for (let round = 0; round < WARM_ROUNDS; round += 1) {
    await Promise.all(Array.from({ length: WARM_CHECKS }, () => client.verify(victim.token, WARM_PHONE)));
    await client.list(attacker.token);
    await client.download(attacker.token, doneTaskId);
  }
}

function sumOf(...counts: readonly ReadonlyMap<number, number>[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const [status, count] of counts.flatMap((each) => [...each])) {
    sums.set(status, (sums.get(status) ?? 0) + count);
  }
  return sums;
}

/** The size of the database with its log, in MB. */
function storedMb({ folder }: Stage): number {
  const bytes = ['', '-wal'].map(
    (suffix) => statSync(folder.databaseFile + suffix, { throwIfNoEntry: false })?.size ?? 0,
  );
  return bytes.reduce((sum, each) => sum + each, 0) / 2 ** 20;
}
