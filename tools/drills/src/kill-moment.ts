import { setTimeout as delay } from 'node:timers/promises';
import { type BriefState, DatabaseWatch } from './database-watch.js';
import type { DrillState } from './drill-state.js';
import type { KillPlan } from './kill-plan.js';
import { pollUntil } from './progress-polls.js';
import type { RoundUpload } from './round-uploads.js';

const MOMENT_WITHIN_MS = 30_000;

/** Waits for the moment that the plan names and kills the server then. */
export async function killAtMoment(
  state: DrillState,
  uploads: readonly RoundUpload[],
  plan: KillPlan,
): Promise<void> {
  const { phase, sentShare, processedShare, briefState, delayMs } = plan;
  const reached = ({ upload, task }: RoundUpload): boolean =>
    upload.sentShare >= sentShare &&
    (processedShare === 0 || (upload.settled && (task?.processedShare ?? 1) >= processedShare));
  await pollUntil(state, () => uploads.some(reached), {
    what: () => `the moment for a kill during ${phase} did not come`,
    withinMs: MOMENT_WITHIN_MS,
  });
  if (briefState !== undefined) return killInState(state, uploads, briefState, delayMs);
  await delay(delayMs);
  await state.server.kill();
}

/** Kills as soon as the database shows the state, or when everything is done and it was missed. */
async function killInState(
  { folder, server }: DrillState,
  uploads: readonly RoundUpload[],
  briefState: BriefState,
  delayMs: number,
): Promise<void> {
  const watch = new DatabaseWatch(folder.databaseFile, briefState);
  try {
    for (;;) {
      const allSent = uploads.every(({ upload }) => upload.settled);
      // While it looks, nothing else happens in this process: uploads would stand still.
      if (watch.look(allSent ? 200 : 20)) break;
      server.assertRuns();
      if (allSent && watch.allEnded()) break;
      await delay(0);
    }
    // A timer would be late by more than what these states last.
    for (const end = performance.now() + delayMs; performance.now() < end; );
    await server.kill();
  } finally {
    watch.close();
  }
}
