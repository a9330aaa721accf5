import type { Kysely } from 'kysely';
import type { SqlWriteSession } from '../database.js';
import { compileQuery } from '../query.js';
import { forEachSize, inGroups, type Numbered, numbered } from '../row-groups.js';
import type { Tables } from '../schema.js';

export interface ChunkRow {
  readonly taskId: string;
  readonly index: number;
  readonly chunk: Uint8Array;
}

/** Adds some chunks of a task in one statement. */
export function compileAddChunks(builder: Kysely<Tables>) {
  return forEachSize((size) =>
    compileQuery<Numbered<ChunkRow>>()((value) =>
      builder.insertInto('task_chunks').values(
        Array.from({ length: size }, (_, place) => ({
          task_id: value(`taskId${place}`),
          chunk_index: value(`index${place}`),
          chunk: value(`chunk${place}`),
          is_complete: 0,
        })),
      ),
    ),
  );
}

/** Adds the chunks of a task, in their order. */
export async function addChunks(
  session: SqlWriteSession,
  queries: ReturnType<typeof compileAddChunks>,
  taskId: string,
  chunks: readonly Uint8Array[],
): Promise<void> {
  const rows = chunks.map((chunk, index) => ({ taskId, index, chunk }));
  for (const { group, query } of inGroups(rows, queries)) await session.change(query, numbered(group));
}
