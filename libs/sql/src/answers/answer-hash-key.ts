import { DialproofError } from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { sql } from '../query.js';
import type { Columns } from '../schema.js';

const KEY_BYTES = 32;

const KEY = 1;
const CHECK = 2;

const keyQueries = {
  find: sql<{ row: number }, Columns<'answer_hash_key', 'key'>>`
    select key from answer_hash_key where answer_hash_key_id = ${'row'}`,
  /** Adds nothing beside the row of another process. */
  add: sql<{ row: number; key: Uint8Array }>`
    insert into answer_hash_key (answer_hash_key_id, key) values (${'row'}, ${'key'}) on conflict (answer_hash_key_id) do nothing`,
};

/**
 * The `hashKey` of a `SqlSingleAnswerStore` for a host that keeps none of its own: random bytes that the first call makes and the database
 * keeps, the same for all its processes, its copies and its successor after a move. Whoever has the whole database has this key.
 */
export function answerHashKey(database: SqlDatabase): Promise<Uint8Array> {
  return rowOf(database, KEY, () => database.entropy.bytes(KEY_BYTES));
}

/**
 * Rejects with `storage_unavailable` if answers were kept under another key, of which `check` is not the hash. Otherwise an erasure by number
 * would find nothing and say so, and the answer would be found again once the former key is back.
 */
export async function assertSameKey(database: SqlDatabase, check: Uint8Array): Promise<void> {
  const known = await rowOf(database, CHECK, () => check);
  if (Buffer.compare(known, check) === 0) return;
  throw new DialproofError('storage_unavailable', {
    hint: 'its answers of single checks were kept under another hashKey, which is DIALPROOF_ANSWERS_KEY of the server',
  });
}

/** What the row has; the first call makes it. */
async function rowOf(database: SqlDatabase, row: number, make: () => Uint8Array): Promise<Uint8Array> {
  const found = await database.read.first(keyQueries.find, { row });
  if (found !== undefined) return found.key;
  const key = make();
  return await database.write(async (session) => {
    await session.change(keyQueries.add, { row, key });
    const kept = await session.first(keyQueries.find, { row });
    if (kept === undefined) throw new TypeError('the key was removed while it was made');
    return kept.key;
  });
}
