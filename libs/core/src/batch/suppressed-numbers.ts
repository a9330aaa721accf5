import type { AccountId, E164 } from '../model/identifiers.js';
import type { DetailedAnswer } from '../ports/number-checker.js';
import { SUPPRESSIONS_AT_ONCE, type SuppressionList } from '../ports/optional/suppression-list.js';

/** The reason of a number that is not checked, since its account has suppressed it. */
export const SUPPRESSED = 'suppressed';

export const SUPPRESSED_ANSWER: DetailedAnswer = Object.freeze({ status: 'unknown', reason: SUPPRESSED });

/**
 * The list, or null if there is none or the account's part is empty. So most checks and chunks cost one small query, which a store may
 * share.
 */
export async function filledList(
  suppressions: SuppressionList | null,
  accountId: AccountId,
): Promise<SuppressionList | null> {
  const page = await suppressions?.page({ accountId, limit: 1, cursor: null });
  return page === undefined || page.numbers.length === 0 ? null : suppressions;
}

/** The positions of the suppressed numbers among these. There may be any number of them; undefined ones are skipped. */
export async function suppressedPositions(
  suppressions: SuppressionList,
  accountId: AccountId,
  phones: readonly (E164 | undefined)[],
): Promise<readonly number[]> {
  const positions: number[] = [];
  for (let start = 0; start < phones.length; start += SUPPRESSIONS_AT_ONCE) {
    const asked = phones.slice(start, start + SUPPRESSIONS_AT_ONCE);
    const found = await suppressions.among(
      accountId,
      asked.filter((phone) => phone !== undefined),
    );
    if (found.size === 0) continue;
    asked.forEach((phone, place) => {
      if (phone !== undefined && found.has(phone)) positions.push(start + place);
    });
  }
  return positions;
}
