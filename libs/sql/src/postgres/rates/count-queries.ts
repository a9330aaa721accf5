import { type Kysely, sql } from 'kysely';
import { compileQuery } from '../../query.js';
import type { Tables } from '../../schema.js';
import type { RateTables } from './rate-tables.js';

export type CountQueries = ReturnType<typeof compileCountQueries>;

/** Requests of several keys, with a count for each. */
interface AddedRequests {
  readonly policy: string;
  readonly windowMs: number;
  readonly keys: readonly string[];
  readonly added: readonly number[];
}

/** The same time throughout a statement. */
const PRESENT = sql<number>`floor(extract(epoch from statement_timestamp()) * 1000)::bigint`;

export function compileCountQueries(anyBuilder: Kysely<Tables>) {
  const builder = anyBuilder.withTables<RateTables>();
  return {
    /** Adds counts in the order of the keys, in which all processes lock them. A window that has ended begins anew. */
    add: compileQuery<AddedRequests>()((value) =>
      builder
        .insertInto('rate_counts')
        .columns(['policy', 'key', 'count', 'ends_at'])
        .expression((eb) =>
          eb
            .selectFrom(
              sql<{ key: string; added: number }>`
                unnest(${value('keys')}::text[], ${value('added')}::bigint[])
              `.as<'asked'>(sql`asked(key, added)`),
            )
            .select([
              sql<string>`${value('policy')}::text`.as('policy'),
              'asked.key',
              'asked.added',
              sql<number>`${PRESENT} + ${value('windowMs')}::bigint`.as('ends_at'),
            ])
            .orderBy('asked.key'),
        )
        .onConflict((conflict) =>
          conflict.columns(['policy', 'key']).doUpdateSet((eb) => {
            const goesOn = eb('rate_counts.ends_at', '>', PRESENT);
            return {
              count: eb
                .case()
                .when(goesOn)
                .then(eb('rate_counts.count', '+', eb.ref('excluded.count')))
                .else(eb.ref('excluded.count'))
                .end(),
              ends_at: eb
                .case()
                .when(goesOn)
                .then(eb.ref('rate_counts.ends_at'))
                .else(sql<number>`${PRESENT} + ${value('windowMs')}::bigint`)
                .end(),
            };
          }),
        )
        .returning(['key', 'count', sql<number>`greatest(1, ends_at - ${PRESENT})`.as('left_ms')]),
    ),
    count: compileQuery<{ policy: string; key: string }>()((value) =>
      builder
        .selectFrom('rate_counts')
        .select(['count', sql<number>`ends_at - ${PRESENT}`.as('left_ms')])
        .where('policy', '=', value('policy'))
        .where('key', '=', value('key'))
        .where('ends_at', '>', PRESENT),
    ),
    /** Removes ended windows. It skips rows that others have locked. */
    removeEnded: compileQuery()(() =>
      builder
        .deleteFrom('rate_counts')
        .where((eb) =>
          eb(
            eb.refTuple('policy', 'key'),
            'in',
            eb
              .selectFrom('rate_counts')
              .select(['policy', 'key'])
              .where('ends_at', '<=', PRESENT)
              .forUpdate()
              .skipLocked()
              .$asTuple('policy', 'key'),
          ),
        ),
    ),
  };
}
