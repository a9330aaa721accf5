import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import type { UpstreamFile } from '../upstream/upstream-file.js';
import type { Violations } from '../violations.js';
import { WAY_MS } from './arrivals.js';
import type { SoakLimits } from './soak-checker.js';
import { CREDITS, type SoakRun, type SoakTask } from './soak-run.js';
import { expectedOf, truthOf } from './soak-truth.js';
import type { UpstreamCounts } from './soak-upstream.js';

export interface SoakOutcome {
  readonly file: UpstreamFile;
  readonly seed: number;
  readonly run: SoakRun;
  readonly violations: Violations;
}

/** Checks every row, every credit and the rates at the upstreams. */
export async function checkSoak(outcome: SoakOutcome): Promise<void> {
  const { file, run, seed, violations } = outcome;
  const answered = [...file.askable].filter((number) => expectedOf(truthOf(number, seed)).isAnswer).length;
  const charged = answered + file.impossible.size;
  for (const [index, soaked] of run.tasks.entries()) {
    await checkTask(outcome, soaked, charged);
    violations.expectEqual('the credits that are left', run.balances[index]?.available, CREDITS - charged);
    violations.expectEqual('the credits that are held', run.balances[index]?.held, 0);
  }
  await run.parts.audit(violations);
}

/**
 * Checks whether a rate limit was exceeded. The limit cannot control when a call arrives: one with a longer transit time than it allows may
 * arrive together with later ones. So two counts are judged: calls that begin within a second, and punctual calls that arrive within one.
 */
export function checkRate(
  name: keyof SoakLimits,
  { mostBegunInASecond, mostOnTimeInASecond }: UpstreamCounts,
  limits: SoakLimits,
  violations: Violations,
): void {
  const limit = limits[name];
  if (mostBegunInASecond > limit)
    violations.add(`${name} is ${limit}, and ${mostBegunInASecond} began in one second`);
  if (mostOnTimeInASecond > limit)
    violations.add(
      `${name} is ${limit}, and ${mostOnTimeInASecond} that took no longer than ${WAY_MS} ms arrived in one second`,
    );
}

async function checkTask(
  { file, seed, violations }: SoakOutcome,
  { accountId, content, task }: SoakTask,
  charged: number,
): Promise<void> {
  violations.expectEqual(`the status of the task of ${accountId}`, task.status, 'done');
  violations.expectEqual(`the credits charged to ${accountId}`, task.credits.charged, charged);
  if (content === undefined) return;
  const [, ...rows]: string[][] = parse(await text(content));
  violations.expectEqual('the number of rows of the result', rows.length, file.rows);
  const wrong = rows.flatMap((cells, row) => {
    const expected = statusOfRow(file, file.numbers[row], seed);
    const found = cells.at(-1);
    return found === expected ? [] : [`row ${row + 1} is ${found}, expected ${expected}`];
  });
  if (wrong.length > 0)
    violations.add(`${wrong.length} rows of ${accountId} have a wrong status, the first: ${wrong[0]}`);
}

function statusOfRow({ impossible }: UpstreamFile, number: string | undefined, seed: number): string {
  if (number === undefined) return 'unknown';
  return impossible.has(number) ? 'dead' : expectedOf(truthOf(number, seed)).status;
}
