import { createHash } from 'node:crypto';
import { Turn } from '../../async/turn.js';
import { notSupported } from '../../model/errors.js';
import { emptySummary, type StatusSummary, type VerificationStatus } from '../../model/statuses.js';
import type { Task } from '../../model/task.js';
import type { ResultSettings } from '../batch-settings.js';
import { recordedProvenance } from '../recorded-chunk.js';
import { filledList, SUPPRESSED, suppressedPositions } from '../suppressed-numbers.js';
import { readableNumbers, taskAnswers } from '../task-answers.js';

/** The numbers of a task whose rows a result leaves out. */
export interface LeftOutNumbers {
  /** By the index of each number, 1 if it is left out. */
  readonly flags: Uint8Array;
  /** Their rows, by the status that the result would show. */
  readonly rows: StatusSummary;
  /** A hash of `flags`, which does not reveal the numbers. */
  readonly digest: string;
}

/**
 * The numbers of a task that were suppressed when it was worked on, also in chunks that were never recorded, or that are suppressed now: a
 * result of last month must not lead to a call today. Code: `not_supported` without the option `archive`.
 */
export async function leftOutNumbers(
  { archive, store, suppressions }: Pick<ResultSettings, 'archive' | 'store' | 'suppressions'>,
  task: Task,
  signal: AbortSignal | undefined,
): Promise<LeftOutNumbers> {
  if (archive === null) {
    throw notSupported('archive');
  }
  const list = await filledList(suppressions, task.accountId);
  const answers = await taskAnswers(store, task);
  const recorded = await store.statuses(task.taskId);
  const { numbersPerChunk } = task.file;
  const flags = new Uint8Array(recorded.length * numbersPerChunk);
  const rows: StatusSummary & Record<VerificationStatus, number> = emptySummary();
  const turn = new Turn();
  for (const [index, statuses] of recorded.entries()) {
    signal?.throwIfAborted();
    if (turn.isLong) await turn.next();
    const chunk = await readableNumbers({ archive, store }, task, index);
    if (chunk === undefined) continue;
    const now = list === null ? [] : await suppressedPositions(list, task.accountId, chunk.numbers);
    for (const position of new Set([...positionsAtWork(statuses ?? chunk.known), ...now])) {
      const number = index * numbersPerChunk + position;
      flags[number] = 1;
      rows[answers.status(number)] += chunk.rowCounts[position] ?? 0;
    }
  }
  return { flags, rows, digest: createHash('sha256').update(flags).digest('base64url') };
}

/**
 * The positions of the numbers that were suppressed when the chunk was worked on. `answers`: the record of the chunk, or the answers that
 * were known before.
 */
function positionsAtWork(answers: Uint8Array | undefined): readonly number[] {
  // Most chunks have no suppressed number, and are not decoded.
  if (answers === undefined || !Buffer.from(answers).includes(SUPPRESSED)) return [];
  return recordedProvenance(answers).reasons.flatMap((reason, position) =>
    reason === SUPPRESSED ? [position] : [],
  );
}
