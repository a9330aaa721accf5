import type { AccountId } from '@dialproof/core';

/**
 * An account id as it was stored. It was checked on its way in, by the rules of that version: checking it again would let one row of an
 * older version stop every claim.
 */
export function storedAccountId(text: string): AccountId {
  // The brand is put back on.
  return text as AccountId;
}
