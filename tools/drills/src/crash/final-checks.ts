import { setTimeout as delay } from 'node:timers/promises';
import { leftoverFiles, loggedErrors } from '../server/drill-folder.js';
import { auditLedger, availableCredits, type ChargedFigures } from '../server/ledger-audit.js';
import { type StoredTask, storedTasks } from '../server/stored-tasks.js';
import { checkCharges } from './charges.js';
import type { DrillState } from './drill-state.js';
import { pollUntilAllEnded } from './progress-polls.js';
import { checkResult } from './result-check.js';

/** The final figures of a drill. */
export interface FinalFigures extends ChargedFigures {
  /** Tasks of uploads whose answer was lost by a kill. */
  readonly unansweredTasks: number;
  /** Completely sent, unanswered files without a task. */
  readonly unansweredWithoutTask: number;
}

const DONE_WITHIN_MS = 120_000;
const OPEN_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;

/** Waits for the work under way, checks every result, stops the server in an orderly way and checks for leftovers. */
export async function runFinalChecks(state: DrillState): Promise<FinalFigures> {
  const { client, folder, server, tasks, unanswered, violations } = state;
  await pollUntilAllEnded(state, DONE_WITHIN_MS);
  await untilNothingIsOpen(folder.databaseFile);
  for (const task of tasks) await checkResult(client, task, violations);
  const available = await availableCredits(state);
  violations.expectEqual('the end of the server after SIGTERM', await server.stop(), 'exit code 0');

  for (const file of leftoverFiles(folder)) violations.add(`a file is left: ${file}`);
  for (const line of loggedErrors(folder)) violations.add(`the server logged an error: ${line}`);
  const stored = storedTasks(folder.databaseFile, { readonly: true });
  checkStoredTasks(state, stored);
  checkCharges(state, stored, available);
  const charged = await auditLedger(state, available);
  const unansweredTasks = stored.length - tasks.length;
  return { ...charged, unansweredTasks, unansweredWithoutTask: unanswered.length - unansweredTasks };
}

/**
 * Waits for completely sent, unanswered uploads: the ids of their tasks are unknown, and failing checks take a quarter of a minute. The
 * other checks report tasks that are still open after that.
 */
async function untilNothingIsOpen(databaseFile: string): Promise<void> {
  const giveUpAt = performance.now() + OPEN_WITHIN_MS;
  const isOpen = () => storedTasks(databaseFile, { readonly: true }).some(({ state }) => state !== 'ended');
  while (isOpen() && performance.now() < giveUpAt) await delay(LOOK_EVERY_MS);
}

/** Checks that every stored task has ended, was charged correctly and has a completely sent file, and that every answered one exists. */
function checkStoredTasks(
  { tasks, unanswered, violations }: DrillState,
  stored: readonly StoredTask[],
): void {
  const files = new Map([...tasks, ...unanswered].map(({ file }) => [file.name, file]));
  const seen = new Set<string>();
  for (const { charged, fileName = 'a draft', state, taskId } of stored) {
    const file = files.get(fileName);
    const label = `${fileName} (task ${taskId}) in the database`;
    violations.expectEqual(`${label}: state`, state, 'ended');
    if (file === undefined) violations.add(`${label}: comes of an upload that was cut before its end`);
    else violations.expectEqual(`${label}: charged`, charged, file.charged);
    if (seen.has(fileName)) violations.add(`${label}: is there twice`);
    seen.add(fileName);
  }
  const storedIds = new Set(stored.map(({ taskId }) => taskId));
  for (const { label, taskId } of tasks) {
    if (!storedIds.has(taskId)) violations.add(`${label}: was answered with 202 and is not in the database`);
  }
}
