import { type Task, VERIFICATION_STATUSES } from '@dialproof/core';
import type { Violations } from '../violations.js';
import { checkRows } from './result-rows.js';
import type { UpstreamFile } from './upstream-file.js';
import { ACCOUNT, CREDITS, type FinishedRun, type UpstreamTrial } from './upstream-trial.js';

/** A kill may lose an answer until it is recorded: during the pause between two records, and a commit on a busy machine. */
const RECORDED_WITHIN_MS = 250;

/** Compares an ended task with the upstream's record: every row, every credit, and the calls. */
export async function checkOutcome(
  { file, violations }: UpstreamTrial,
  { kills, parts, service, taskId, upstream }: FinishedRun,
): Promise<Task> {
  const task = await service.task({ accountId: ACCOUNT, taskId });
  violations.expectEqual('the status of the task', task.status, 'done');
  if (task.status === 'done') {
    const { content } = await service.results({ accountId: ACCOUNT, taskId });
    await checkRows({ content, file, upstream, isPartial: false, violations });
    checkSummary(task, violations);
  }
  const verified = upstream.answeredNumbers + file.impossible.size;
  violations.expectEqual('the credits charged for the task', task.credits.charged, verified);
  const { available, held } = await service.balance(ACCOUNT);
  violations.expectEqual('the credits that are left', available, CREDITS - verified);
  violations.expectEqual('the credits that are held', held, 0);
  await parts.audit(violations);
  checkUpstream(file, upstream, kills, violations);
  return task;
}

function checkSummary({ processed, summary, total }: Task, violations: Violations): void {
  const summed = VERIFICATION_STATUSES.reduce((sum, status) => sum + summary[status], 0);
  violations.expectEqual('the rows processed', processed, total);
  violations.expectEqual('the sum of the summary', summed, total);
}

function checkUpstream(
  { askable }: UpstreamFile,
  upstream: FinishedRun['upstream'],
  kills: number,
  violations: Violations,
): void {
  const { answeredBefore, inFlight, inOneProcess, oldestMs } = upstream.repeats;
  const answerable = [...askable].filter((number) => upstream.canAnswer(number)).length;
  violations.expectEqual('the count of numbers that were answered', upstream.answeredNumbers, answerable);
  violations.expectEqual('answered numbers that one process asked about again', inOneProcess, 0);
  if (oldestMs > RECORDED_WITHIN_MS) {
    violations.add(`an answer was lost that was given ${Math.round(oldestMs)} ms before a kill`);
  }
  if (kills === 0) violations.expectEqual('answers that a kill lost', inFlight + answeredBefore, 0);
}
