import { setTimeout as delay } from 'node:timers/promises';
import type { DrillAccount } from './drill-account.js';
import { makeDrillFile } from './drill-file.js';
import type { DrillState } from './drill-state.js';
import { DrillTask } from './drill-task.js';
import { type KillPhase, type KillPlan, planKill } from './kill-plan.js';
import { PacedUpload } from './paced-upload.js';
import { pollUntil, pollUntilAllEnded } from './progress-polls.js';
import { type StoredState, storedTasksAfterKill } from './stored-tasks.js';

/** What happened in one round. */
export interface RoundFigures {
  readonly round: number;
  readonly phase: KillPhase;
  readonly files: number;
  readonly accepted: number;
  /** The tasks and drafts that the kill has left unfinished, as the database had them. */
  readonly left: readonly StoredState[];
  readonly readyMs: number;
  /** From the last start until every task was done; undefined if the next round did not wait for that. */
  readonly doneMs: number | undefined;
}

const KILL_MOMENT_WITHIN_MS = 30_000;
const DONE_WITHIN_MS = 120_000;
const SINGLE_CHECKS = 3;

/** An upload of this round, and the task it became. */
interface RoundUpload {
  readonly upload: PacedUpload;
  readonly noted: Promise<void>;
  task?: DrillTask;
}

/** Sends files, kills the server while they are on their way, starts it again and, mostly, waits until everything is done. */
export async function runRound(state: DrillState, round: number): Promise<RoundFigures> {
  const { random, server, singles } = state;
  const plan = planKill(round, random);
  const waits = random.chance(0.7);
  const uploads = await startUploads(state, round, plan);
  singles.start(SINGLE_CHECKS, round);
  await killMoment(state, uploads, plan);
  await server.kill();
  await Promise.all([...uploads.map(({ noted }) => noted), singles.settled()]);
  const left = leftByKill(state);
  server.start();
  if (plan.againAfterMs !== undefined) {
    await delay(plan.againAfterMs);
    await server.kill();
    server.start();
  }
  const readyMs = await server.ready();
  if (waits) await pollUntilAllEnded(state, DONE_WITHIN_MS);
  return {
    round,
    phase: plan.phase,
    files: uploads.length,
    accepted: uploads.filter(({ task }) => task !== undefined).length,
    left,
    readyMs,
    doneMs: waits ? server.ageMs : undefined,
  };
}

async function startUploads(state: DrillState, round: number, plan: KillPlan): Promise<RoundUpload[]> {
  const { accounts, client, random, rowsPerFile } = state;
  // Several files that end at about the same time give a kill more endings to hit.
  const count = plan.phase === 'settling' ? 3 : 1 + random.below(2);
  const files = [];
  for (let place = 0; place < count; place += 1) {
    const type = random.chance(0.3) ? 'xlsx' : 'csv';
    const rows = rowsPerFile.min + random.below(rowsPerFile.max - rowsPerFile.min + 1);
    const name = `round-${round}-${place}.${type}`;
    files.push(await makeDrillFile({ name, type, rows, seed: random.below(1_000_000) }));
  }
  return files.map((file) => {
    const account = random.pick(accounts);
    const upload = new PacedUpload(client.base, account.token, file);
    const started: RoundUpload = {
      upload,
      noted: noteOutcome(state, upload, account).then((task) => {
        if (task !== undefined) started.task = task;
      }),
    };
    return started;
  });
}

async function noteOutcome(
  { tasks, unanswered, violations }: DrillState,
  { file, outcome }: PacedUpload,
  account: DrillAccount,
): Promise<DrillTask | undefined> {
  const result = await outcome;
  switch (result.kind) {
    case 'accepted': {
      violations.expectEqual(`${file.name}: total of the 202`, result.total, file.statuses.length);
      const task = new DrillTask(result.taskId, account, file, violations);
      tasks.push(task);
      return task;
    }
    case 'cut':
      if (result.sentAll) unanswered.push({ file, account });
      return undefined;
    case 'refused':
      violations.add(`${file.name}: the upload was refused with ${result.status} ${result.detail}`);
      return undefined;
  }
}

async function killMoment(
  state: DrillState,
  uploads: readonly RoundUpload[],
  { phase, afterShare, delayMs }: KillPlan,
): Promise<void> {
  const reached = ({ upload, task }: RoundUpload): boolean =>
    phase === 'upload'
      ? upload.sentShare >= afterShare
      : upload.settled && (task?.processedShare ?? 1) >= afterShare;
  await pollUntil(state, () => uploads.some(reached), {
    what: () => `the moment for a kill during ${phase} did not come`,
    withinMs: KILL_MOMENT_WITHIN_MS,
  });
  await delay(delayMs);
}

function leftByKill({ folder }: DrillState): StoredState[] {
  return storedTasksAfterKill(folder.databaseFile, folder.copies)
    .map(({ state }) => state)
    .filter((state) => state !== 'ended');
}
