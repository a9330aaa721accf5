import { notSupported } from '../../model/errors.js';
import { type AccountId, type TaskId, taskOfHold } from '../../model/identifiers.js';
import { type PageRequest, pageLimit } from '../../model/page-request.js';
import type { CreditEntry, CreditStatement } from '../../ports/optional/credit-statement.js';

export interface CreditEntriesRequest extends PageRequest {
  readonly accountId: AccountId;
}

/** One change of an account's credits. */
export interface StatementEntry extends Omit<CreditEntry, 'holdId'> {
  /** The task that was charged; null for a grant, and for the charge of a single check. */
  readonly taskId: TaskId | null;
}

export interface Statement {
  /** The entries of the page, the newest first. */
  readonly entries: readonly StatementEntry[];
  /** The `cursor` of the next page; null when no entry follows. */
  readonly nextCursor: string | null;
}

/** A page of the account's statement. Throws RangeError for an invalid limit. */
export async function creditEntries(
  { statement }: { readonly statement: CreditStatement | null },
  { accountId, cursor = null, limit }: CreditEntriesRequest,
): Promise<Statement> {
  if (statement === null) throw notSupported('statement');
  const { entries, nextCursor } = await statement.statement({ accountId, limit: pageLimit(limit), cursor });
  return {
    entries: entries.map(({ holdId, ...entry }) => ({
      ...entry,
      taskId: (holdId === null ? undefined : taskOfHold(holdId)) ?? null,
    })),
    nextCursor,
  };
}
