import { setTimeout as delay } from 'node:timers/promises';
import { DrillFailure } from '../drill-failure.js';
import type { DrillState } from './drill-state.js';

const PAUSE_MS = 2;

/** Polls every task that has not ended, once. Throws DrillFailure if the server has ended by itself. */
export async function pollUnfinished({ client, server, tasks }: DrillState): Promise<void> {
  const unfinished = tasks.filter((task) => !task.ended);
  try {
    await Promise.all(
      unfinished.map(async (task) => task.see(await client.poll(task.account.token, task.taskId))),
    );
  } catch (error) {
    server.assertRuns();
    throw new DrillFailure('a poll failed though the server runs', { cause: error });
  }
}

/** Polls until `reached`. Throws DrillFailure if that takes longer than `withinMs`; `what` names the awaited event. */
export async function pollUntil(
  state: DrillState,
  reached: () => boolean,
  { what, withinMs }: { readonly what: () => string; readonly withinMs: number },
): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!reached()) {
    state.server.assertRuns();
    if (performance.now() > giveUpAt) throw new DrillFailure(`${what()} (waited for ${withinMs} ms)`);
    await pollUnfinished(state);
    await delay(PAUSE_MS);
  }
}

/** Polls until every task has ended. The tasks need only time. */
export function pollUntilAllEnded(state: DrillState, withinMs: number): Promise<void> {
  const unfinished = () => state.tasks.filter((task) => !task.ended);
  return pollUntil(state, () => unfinished().length === 0, {
    what: () => `these have not ended: ${unfinished().map(({ progress }) => progress)}`,
    withinMs,
  });
}
