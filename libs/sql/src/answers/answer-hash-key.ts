import type { SqlDatabase } from '../database.js';
import { sql } from '../query.js';
import type { Columns } from '../schema.js';

const KEY_BYTES = 32;

const keyQueries = {
  find: sql<object, Columns<'answer_hash_key', 'key'>>`select key from answer_hash_key`,
  /** Adds nothing beside another process's key. */
  add: sql<{ key: Uint8Array }>`
    insert into answer_hash_key (answer_hash_key_id, key) values (1, ${'key'}) on conflict (answer_hash_key_id) do nothing`,
};

/**
 * The `hashKey` of a `SqlSingleAnswerStore` for a host that keeps none of its own: random bytes that the first call makes and the database
 * keeps, the same for all its processes, its copies and its successor after a move. Whoever has the whole database has this key.
 */
export async function answerHashKey(database: SqlDatabase): Promise<Uint8Array> {
  const found = await database.read.first(keyQueries.find, {});
  if (found !== undefined) return found.key;
  const add = { key: database.entropy.bytes(KEY_BYTES) };
  return await database.write(async (session) => {
    await session.change(keyQueries.add, add);
    const kept = await session.first(keyQueries.find, {});
    if (kept === undefined) throw new TypeError('the key was removed while it was made');
    return kept.key;
  });
}
