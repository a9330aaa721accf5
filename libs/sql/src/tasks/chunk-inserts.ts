import { sql } from 'kysely';
import type { SqlDatabase, SqlSession } from '../database.js';
import { compileQuery } from '../query.js';
import { type ByteSlices, byteSlices } from './byte-slices.js';

/** Adds the chunks of a task, in their order. */
export type AddChunks = (session: SqlSession, taskId: string, chunks: readonly Uint8Array[]) => Promise<void>;

/** The most chunks in one statement of PostgreSQL. The chunks of 100,000 numbers take two statements. */
const CHUNKS_AT_ONCE = 256;

/** The cheapest way for a database to add chunks. */
export function compileAddChunks(database: SqlDatabase): AddChunks {
  return database.engine === 'postgres' ? addManyAtOnce(database) : addEach(database);
}

/** If a statement costs no round trip, one for each chunk is the cheapest, since it is prepared once. */
function addEach({ builder }: SqlDatabase): AddChunks {
  const add = compileQuery<{ taskId: string; index: number; chunk: Uint8Array }>()((value) =>
    builder.insertInto('task_chunks').values({
      task_id: value('taskId'),
      chunk_index: value('index'),
      chunk: value('chunk'),
      is_complete: 0,
    }),
  );
  return async (session, taskId, chunks) => {
    for (const [index, chunk] of chunks.entries()) await session.change(add, { taskId, index, chunk });
  };
}

function addManyAtOnce({ builder }: SqlDatabase): AddChunks {
  const add = compileQuery<{ taskId: string; first: number } & ByteSlices>()((value) => ({
    compile: () =>
      sql`insert into ${sql.table('task_chunks')} (task_id, chunk_index, chunk, is_complete)
        select ${value('taskId')}, ${value('first')}::bigint + slice.place - 1,
          substring(${value('bytes')}::bytea from slice.start for slice.length), 0
        from unnest(${value('starts')}::int[], ${value('lengths')}::int[]) with ordinality as slice(start, length, place)`.compile(
        builder,
      ),
  }));
  return async (session, taskId, chunks) => {
    for (let first = 0; first < chunks.length; first += CHUNKS_AT_ONCE) {
      const some = chunks.slice(first, first + CHUNKS_AT_ONCE);
      await session.change(add, { taskId, first, ...byteSlices(some) });
    }
  };
}
