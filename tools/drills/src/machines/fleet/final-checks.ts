import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { checkResult } from '../../crash/result-check.js';
import { DrillFailure } from '../../drill-failure.js';
import { ApiClient } from '../../server/api-client.js';
import type { Stage } from './stage.js';

/** The possible cost of single checks for the other account. */
export interface SingleCosts {
  readonly least: number;
  readonly most: number;
  /** Whether to wait for holds that an outage has left. */
  readonly waitsForHolds: boolean;
}

export const NO_SINGLES: SingleCosts = { least: 0, most: 0, waitsForHolds: true };

/** A hold of a single check may last for its waiting time, its deadline and a minute. */
const HOLDS_END_WITHIN_MS = 120_000;
const LEFT_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 200;

/**
 * Compares everything with the expected outcome: each result row by row, the stored tasks, the credits left in each account, and the
 * ledger. The machines have to be running, and are stopped at the end.
 */
export async function checkAll(stage: Stage, singles: SingleCosts = NO_SINGLES): Promise<void> {
  const { fleet, load, seen, violations } = stage;
  const [server] = fleet.servers;
  if (server === undefined) throw new DrillFailure('there is no server to ask for results');
  const client = new ApiClient(server.port);
  for (const task of load.tasks) await checkResult(client, task, violations);
  await checkStored(stage);
  await checkCredits(stage, client, singles);
  const numbers = load.tasks.reduce((sum, { file }) => sum + file.charged, 0);
  seen.push(
    `${load.tasks.length} tasks with ${load.progress.rows} rows, ${numbers} numbers charged once each`,
  );
  for (const { how, name } of await fleet.stop()) {
    violations.expectEqual(`the end of ${name} after SIGTERM`, how, 'exit code 0');
  }
  seen.push(...loggedKinds(stage));
}

/** Checks that interrupted uploads leave nothing behind, once their leases have ended. */
async function checkStored({ database, load, violations }: Stage): Promise<void> {
  const giveUpAt = performance.now() + LEFT_WITHIN_MS;
  let stored = await database.storedTasks();
  while (stored !== load.tasks.length && performance.now() < giveUpAt) {
    await delay(LOOK_EVERY_MS);
    stored = await database.storedTasks();
  }
  violations.expectEqual('tasks and drafts in the database', stored, load.tasks.length);
}

async function checkCredits(
  { accounts, database, load, other, violations }: Stage,
  client: ApiClient,
  { least, most, waitsForHolds }: SingleCosts,
): Promise<void> {
  for (const [place, account] of accounts.entries()) {
    const charged = load.tasks
      .filter((task) => task.account === account)
      .reduce((sum, { file }) => sum + file.charged, 0);
    const { body } = await client.credits(account.token);
    violations.expectEqual(`account ${place}: available`, body.available, account.credits - charged);
    violations.expectEqual(`account ${place}: held`, body.held, 0);
  }
  const giveUpAt = performance.now() + (waitsForHolds ? HOLDS_END_WITHIN_MS : 0);
  let { body } = await client.credits(other.token);
  while (body.held > 0 && performance.now() < giveUpAt) {
    await delay(LOOK_EVERY_MS);
    body = (await client.credits(other.token)).body;
  }
  if (waitsForHolds) violations.expectEqual('the other account: held', body.held, 0);
  const charged = other.credits - body.available - body.held;
  if (charged < least || charged > most) {
    violations.add(`the other account: ${charged} credits charged, expected ${least} to ${most}`);
  }
  const audit = await database.audit();
  if (!audit.addsUp) violations.add(`the ledger does not add up: ${JSON.stringify(audit)}`);
  if (waitsForHolds) violations.expectEqual('holds that are open in the end', audit.openHolds, 0);
}

/** The log's entries at the level error, by kind, each with its first cause. */
function loggedKinds({ folder, violations }: Stage): string[] {
  const kinds = new Map<string, { count: number; readonly cause: string }>();
  for (const line of readFileSync(folder.logFile, 'utf8').split('\n')) {
    if (/^\{"level":60/.test(line)) violations.add(`a machine ended by a defect: ${line}`);
    const kind = /^\{"level":50.*"kind":"(\w+)"/.exec(line)?.[1];
    if (kind === undefined) continue;
    const known = kinds.get(kind) ?? { count: 0, cause: /"message":"([^"]*)"/.exec(line)?.[1] ?? '' };
    known.count += 1;
    kinds.set(kind, known);
  }
  return [...kinds].map(([kind, { cause, count }]) => `logged: ${count} ${kind}, first "${cause}"`);
}
