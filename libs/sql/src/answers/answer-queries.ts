import type { E164, VerificationStatus } from '@dialproof/core';
import type { Kysely } from 'kysely';
import type { SqlDatabase } from '../database.js';
import { chosenOnce, passingOver } from '../lock-order.js';
import { compileQuery } from '../query.js';
import { forEachSize, type Numbered } from '../row-groups.js';
import type { Tables } from '../schema.js';

/** An entry as it is kept. */
export interface AnswerRow {
  readonly number: E164;
  readonly status: VerificationStatus;
  readonly source: string | null;
  readonly reason: string | null;
  readonly checkedAt: number;
  readonly expiresAt: number;
}

export type AnswerQueries = ReturnType<typeof compileAnswerQueries>;

export function compileAnswerQueries({ builder, engine }: Pick<SqlDatabase, 'builder' | 'engine'>) {
  return {
    /** Keeps answers about different numbers. Each replaces the earlier answer about its number. */
    keep: forEachSize((size) => keepQuery(builder, size)),
    find: forEachSize((size) => findQuery(builder, size)),
    expire: expireQuery(builder, engine),
  };
}

function keepQuery(builder: Kysely<Tables>, size: number) {
  return compileQuery<Numbered<AnswerRow> & { cache: string }>()((value) =>
    builder
      .insertInto('cached_answers')
      .values(
        Array.from({ length: size }, (_, index) => ({
          cache: value('cache'),
          number: value(`number${index}`),
          status: value(`status${index}`),
          source: value(`source${index}`),
          reason: value(`reason${index}`),
          checked_at: value(`checkedAt${index}`),
          expires_at: value(`expiresAt${index}`),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['cache', 'number']).doUpdateSet((eb) => ({
          status: eb.ref('excluded.status'),
          source: eb.ref('excluded.source'),
          reason: eb.ref('excluded.reason'),
          checked_at: eb.ref('excluded.checked_at'),
          expires_at: eb.ref('excluded.expires_at'),
        })),
      ),
  );
}

function findQuery(builder: Kysely<Tables>, size: number) {
  return compileQuery<Numbered<Pick<AnswerRow, 'number'>> & { cache: string }>()((value) =>
    builder
      .selectFrom('cached_answers')
      .select(['number', 'status', 'source', 'reason', 'checked_at', 'expires_at'])
      .where('cache', '=', value('cache'))
      .where(
        'number',
        'in',
        Array.from({ length: size }, (_, index) => value(`number${index}`)),
      ),
  );
}

/** Deletes from every cache, so that the others empty a cache that is no longer used. */
function expireQuery(builder: Kysely<Tables>, engine: SqlDatabase['engine']) {
  return compileQuery<{ now: number; limit: number }>()((value) =>
    builder
      .deleteFrom('cached_answers')
      .where('expires_at', '<=', value('now'))
      .where((eb) =>
        eb(
          eb.refTuple('cache', 'number'),
          'in',
          chosenOnce(
            engine,
            passingOver(
              engine,
              eb
                .selectFrom('cached_answers as old')
                .select(['old.cache', 'old.number'])
                .where('old.expires_at', '<=', value('now'))
                .limit(value('limit')),
            ).$asTuple('cache', 'number'),
          ),
        ),
      ),
  );
}
