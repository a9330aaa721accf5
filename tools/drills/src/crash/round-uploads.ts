import { setTimeout as delay } from 'node:timers/promises';
import { DrillFailure } from '../drill-failure.js';
import type { DrillAccount } from '../server/drill-account.js';
import { type DrillFile, makeDrillFile } from './drill-file.js';
import type { DrillState } from './drill-state.js';
import { DrillTask } from './drill-task.js';
import type { KillPhase } from './kill-plan.js';
import { PacedUpload, type UploadOutcome } from './paced-upload.js';

/** An upload, and the task it becomes. */
export interface RoundUpload {
  readonly upload: PacedUpload;
  /** Resolves to its outcome, once that has been recorded. */
  readonly noted: Promise<UploadOutcome>;
  /** Its task, once it was answered. */
  task?: DrillTask;
}

/** The share of files with failing checks. Each of them takes a quarter of a minute. */
const SHARE_WITH_FAILURES = 0.15;
const ROWS_AT_START = 300;
const REACHED_WITHIN_MS = 20_000;

/** Begins to send the files of a round. */
export async function startUploads(
  state: DrillState,
  round: number,
  phase: KillPhase,
): Promise<RoundUpload[]> {
  const { accounts, random, rowsPerFile } = state;
  // Several files that end at about the same time give a kill more endings to hit.
  const count = phase === 'settling' || phase === 'finishing' ? 3 : 1 + random.below(2);
  const files: DrillFile[] = [];
  for (let place = 0; place < count; place += 1) {
    const type = random.chance(0.3) ? 'xlsx' : 'csv';
    const rows = rowsPerFile.min + random.below(rowsPerFile.max - rowsPerFile.min + 1);
    const name = `round-${round}-${place}.${type}`;
    const hasFailures = random.chance(SHARE_WITH_FAILURES);
    files.push(await makeDrillFile({ name, type, rows, seed: random.below(1_000_000), hasFailures }));
  }
  return files.map((file) => startUpload(state, random.pick(accounts), file));
}

/** Sends a small file to a starting server as soon as it is reachable, like clients that repeat failed requests. */
export async function uploadAtStart(state: DrillState, round: number): Promise<void> {
  const { accounts, random } = state;
  const account = random.pick(accounts);
  const name = `round-${round}-at-start.csv`;
  const seed = random.below(1_000_000);
  const file = await makeDrillFile({ name, type: 'csv', rows: ROWS_AT_START, seed, hasFailures: false });
  const giveUpAt = performance.now() + REACHED_WITHIN_MS;
  while ((await startUpload(state, account, file).noted).kind === 'unreachable') {
    if (performance.now() > giveUpAt)
      throw new DrillFailure('the server could not be reached after its start');
    await delay(1);
  }
}

function startUpload(state: DrillState, account: DrillAccount, file: DrillFile): RoundUpload {
  const killsBefore = state.server.kills;
  const upload = new PacedUpload(state.client.base, account.token, file);
  const started: RoundUpload = {
    upload,
    noted: upload.outcome.then((outcome) => {
      const task = noteOutcome(state, { file, account, outcome, killsBefore });
      if (task !== undefined) started.task = task;
      return outcome;
    }),
  };
  return started;
}

interface EndedUpload {
  readonly file: DrillFile;
  readonly account: DrillAccount;
  readonly outcome: UploadOutcome;
  readonly killsBefore: number;
}

function noteOutcome(
  { server, tasks, unanswered, violations }: DrillState,
  { file, account, outcome, killsBefore }: EndedUpload,
): DrillTask | undefined {
  switch (outcome.kind) {
    case 'accepted': {
      violations.expectEqual(`${file.name}: total of the 202`, outcome.total, file.statuses.length);
      const task = new DrillTask(outcome.taskId, account, file, violations);
      tasks.push(task);
      return task;
    }
    case 'cut':
      if (outcome.sentAll) unanswered.push({ file, account });
      if (server.kills === killsBefore) violations.add(`${file.name}: was cut off by a server that runs`);
      return undefined;
    case 'refused':
      violations.add(`${file.name}: the upload was refused with ${outcome.status} ${outcome.detail}`);
      return undefined;
    case 'unreachable':
      return undefined;
    default:
      return outcome satisfies never;
  }
}
