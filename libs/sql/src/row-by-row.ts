import { isDialproofError } from '@dialproof/core';

/** How many rows that cannot be changed are passed over. */
const PASSED_OVER = 100;

export interface RowByRow<Key> {
  /** How many rows to change at most. */
  readonly limit: number;
  /** The keys of the rows that come first, so many at most. */
  readonly keys: (count: number) => Promise<readonly Key[]>;
  /** Changes or removes a row by a write of its own, and resolves to the number of changed rows. */
  readonly change: (key: Key) => Promise<number>;
}

/**
 * Changes or removes rows one by one, and resolves to their number. A row that cannot be changed, since it is damaged or a trigger refuses it, stops
 * no other: it is passed over, and tried again by the next call. A call that finds fewer others than its limit rejects with the error of that row.
 */
export async function changeEach<Key>({ change, keys, limit }: RowByRow<Key>): Promise<number> {
  let changed = 0;
  let failure: { readonly error: unknown } | undefined;
  for (const key of await keys(limit + PASSED_OVER)) {
    if (changed >= limit) break;
    try {
      changed += await change(key);
    } catch (error) {
      if (isDialproofError(error, 'storage_unavailable')) throw error;
      failure ??= { error };
    }
  }
  if (failure !== undefined && changed < limit) throw failure.error;
  return changed;
}

/** Calls `together`, which changes rows in few writes. If it fails, changes them one by one. */
export async function changeTogether<Key>(
  together: () => Promise<number>,
  rowByRow: RowByRow<Key>,
): Promise<number> {
  try {
    return await together();
  } catch (error) {
    if (isDialproofError(error, 'storage_unavailable')) throw error;
    return await changeEach(rowByRow);
  }
}
