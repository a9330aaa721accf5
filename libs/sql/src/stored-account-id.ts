import type { AccountId } from '@dialproof/core';

/**
 * An account id from the database. It was checked when it was stored, by the rules of that version. With another check, one row of an
 * older version could stop every claim.
 */
export function storedAccountId(text: string): AccountId {
  // The database keeps no brand.
  return text as AccountId;
}
