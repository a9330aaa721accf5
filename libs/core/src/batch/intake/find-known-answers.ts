import { Turn } from '../../async/turn.js';
import type { SuppressionList } from '../../ports/optional/suppression-list.js';
import type { IntakeSettings } from '../batch-settings.js';
import { filledList, suppressedPositions } from '../suppressed-numbers.js';
import { type FreshAnswersRequest, type FreshAnswersSettings, takeFreshAnswers } from './fresh-answers.js';
import { KnownAnswers } from './known-answers.js';
import type { NumberIndex } from './number-index.js';
import { takeSingleAnswers } from './single-answers.js';

export type KnownAnswersSettings = FreshAnswersSettings & Pick<IntakeSettings, 'suppressions'>;

/** Whether some numbers of a file may be free, so that its cost is known only when all of them were looked up. */
export async function mayKnowAnswers(
  { suppressions }: Pick<IntakeSettings, 'suppressions'>,
  { accountId, freshWithinMs }: Pick<FreshAnswersRequest, 'accountId' | 'freshWithinMs'>,
): Promise<boolean> {
  return freshWithinMs !== undefined || (await filledList(suppressions, accountId)) !== null;
}

/**
 * Looks up all numbers of a file in the account's tasks, single checks and suppressed numbers. The erased numbers of a copied task are
 * `unknown`. Undefined if no look-up is needed.
 */
export async function findKnownAnswers(
  index: NumberIndex,
  settings: KnownAnswersSettings,
  request: FreshAnswersRequest,
): Promise<KnownAnswers | undefined> {
  const list = await filledList(settings.suppressions, request.accountId);
  if (request.freshWithinMs === undefined && list === null && index.erasedRows === 0) return undefined;
  const known = new KnownAnswers(index);
  // Single answers first: tasks without younger answers are then not read.
  await takeSingleAnswers(known, index, settings, request);
  await takeFreshAnswers(known, index, settings, request);
  known.closeErased();
  // Suppressions last: they replace the answers that were found before.
  if (list !== null) await suppress(known, index, list, { ...request, now: settings.clock.now() });
  return known;
}

/** Numbers that one query looks up. */
const NUMBERS_A_STEP = 1_000;

async function suppress(
  known: KnownAnswers,
  index: NumberIndex,
  list: SuppressionList,
  { accountId, now, signal }: FreshAnswersRequest & { readonly now: number },
): Promise<void> {
  const turn = new Turn();
  for (let start = 0; start < index.size; start += NUMBERS_A_STEP) {
    signal.throwIfAborted();
    if (turn.isLong) await turn.next();
    const phones = index.phones(start, start + NUMBERS_A_STEP);
    for (const place of await suppressedPositions(list, accountId, phones))
      known.suppress(start + place, now);
  }
}
