import { Turn } from '../../async/turn.js';
import type { AccountId } from '../../model/identifiers.js';
import { SINGLE_ANSWERS_AT_ONCE, type SingleAnswer } from '../../ports/optional/single-answer-store.js';
import { dayNumber } from '../number-chunk.js';
import {
  type FreshAnswersRequest,
  type FreshAnswersSettings,
  isForDay,
  isTrusted,
  MOST_AHEAD_MS,
} from './fresh-answers.js';
import type { KnownAnswers } from './known-answers.js';
import type { NumberIndex } from './number-index.js';

/** Takes the answers of the account's single checks about the numbers of a file. Takes none without `freshWithinMs`. */
export async function takeSingleAnswers(
  known: KnownAnswers,
  index: NumberIndex,
  settings: FreshAnswersSettings,
  { accountId, freshWithinMs, signal }: FreshAnswersRequest,
): Promise<void> {
  if (settings.singleAnswers === null || freshWithinMs === undefined) return;
  const turn = new Turn();
  for (let start = 0; start < index.size; start += SINGLE_ANSWERS_AT_ONCE) {
    signal.throwIfAborted();
    if (turn.isLong) await turn.next();
    const asked = { accountId, freshWithinMs, start };
    for (const { answer, place } of await freshSingleAnswers(index, settings, asked))
      known.takeSingle(place, answer);
  }
}

/**
 * The answers of the account's single checks that count for the numbers from `start` on. One call looks up SINGLE_ANSWERS_AT_ONCE numbers.
 */
export async function freshSingleAnswers(
  index: NumberIndex,
  { clock, freshAnswersNeedSource, singleAnswers }: FreshAnswersSettings,
  {
    accountId,
    freshWithinMs,
    start,
  }: { readonly accountId: AccountId; readonly freshWithinMs: number; readonly start: number },
): Promise<readonly { readonly answer: SingleAnswer; readonly place: number }[]> {
  const phones = index.phones(start, start + SINGLE_ANSWERS_AT_ONCE).filter((phone) => phone !== undefined);
  const now = clock.now();
  const found = (await singleAnswers?.find(accountId, phones, now - freshWithinMs)) ?? [];
  return found.flatMap((answer) => {
    const { checkedAt, phone, reassigned, source } = answer;
    const place = index.find(Number(phone.slice(1)));
    if (place === undefined || checkedAt.getTime() > now + MOST_AHEAD_MS) return [];
    if (!isForDay(index.dayOf(place), dayNumber(reassigned?.since), reassigned?.is)) return [];
    return freshAnswersNeedSource && !isTrusted(phone, source) ? [] : [{ answer, place }];
  });
}
