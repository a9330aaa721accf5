import { setTimeout as delay } from 'node:timers/promises';
import type { DrilledServer } from '../server/drilled-server.js';
import { type BriefState, DatabaseWatch } from './database-watch.js';
import type { DrillState } from './drill-state.js';
import type { KillPlan } from './kill-plan.js';
import { pollUntil } from './progress-polls.js';
import type { RoundUpload } from './round-uploads.js';

const MOMENT_WITHIN_MS = 30_000;
const STANDS_STILL_AFTER_MS = 2;

/** Waits for the moment of the plan and then kills the server. */
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

/** Kills once the database shows the state, or soon after it if there is a delay. If the state was missed, kills at the end. */
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
      // Polling blocks this process, so uploads would stand still meanwhile.
      if (watch.look(allSent ? 200 : 20) && (delayMs > 0 || standsStillIn(watch, server))) break;
      server.assertRuns();
      if (allSent && watch.allEnded()) break;
      await delay(0);
    }
    waitBusily(delayMs);
    await server.kill();
  } finally {
    watch.close();
  }
}

/** Pauses the server, and resumes it if the state has passed by then. A kill of a paused server hits exactly this state. */
function standsStillIn(watch: DatabaseWatch, server: DrilledServer): boolean {
  server.pause();
  waitBusily(STANDS_STILL_AFTER_MS);
  if (watch.look(0)) return true;
  server.resume();
  return false;
}

/** Waits in a loop: a timer would be later than these states last. */
function waitBusily(forMs: number): void {
  for (const end = performance.now() + forMs; performance.now() < end; );
}
