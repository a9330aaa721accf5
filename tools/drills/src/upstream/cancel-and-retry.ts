import { checkRows } from './result-rows.js';
import { ACCOUNT, type FinishedRun, type UpstreamTrial, untilEnded } from './upstream-trial.js';

/**
 * Cancels the task once the plan's share of its numbers has been answered, checks the partial result, and retries the task. Numbers that
 * were answered by then have to be charged and in the partial result, and must not be checked again.
 */
export async function cancelAndRetry(
  trial: UpstreamTrial,
  { service, taskId, upstream }: Pick<FinishedRun, 'service' | 'taskId' | 'upstream'>,
): Promise<void> {
  const { file, plan, violations } = trial;
  const request = { accountId: ACCOUNT, taskId };
  const enough = file.askable.size * (plan.cancelAt ?? 0);
  await untilEnded(trial, async () => upstream.answeredNumbers >= enough);
  const { credits, failureReason, status } = await service.cancel(request);
  violations.expectEqual(
    'the status of the cancelled task',
    `${status}, ${failureReason}`,
    'failed, cancelled',
  );
  // Impossible numbers of chunks that were not begun are not verified.
  const most = upstream.answeredNumbers + file.impossible.size;
  if (credits.charged < upstream.answeredNumbers || credits.charged > most) {
    violations.add(
      `the cancelled task was charged ${credits.charged} credits for ${upstream.answeredNumbers} answered numbers`,
    );
  }
  const { content } = await service.results({ ...request, partial: true });
  await checkRows({ content, file, upstream, isPartial: true, violations });
  await service.retry(request);
}
