import type { Observation } from '@dialproof/core';
import type { Kysely } from 'kysely';
import type { SqlDatabase } from '../database.js';
import { chosenOnce, locking, passingOver } from '../lock-order.js';
import { compileQuery } from '../query.js';
import { forEachSize, type Numbered } from '../row-groups.js';
import type { Tables } from '../schema.js';

export type ObservationQueries = ReturnType<typeof compileObservationQueries>;

export function compileObservationQueries({ builder, engine }: Pick<SqlDatabase, 'builder' | 'engine'>) {
  return {
    /** Adds observations of different numbers or apps. It skips each that is no newer than the stored one. */
    record: forEachSize((size) => recordQuery(builder, size)),
    find: forEachSize((size) => findQuery(builder, size)),
    forget: compileQuery<Pick<Observation, 'number'>>()((value) =>
      builder
        .deleteFrom('observations')
        .where((eb) =>
          eb(
            eb.refTuple('number', 'app'),
            'in',
            locking(
              engine,
              eb
                .selectFrom('observations as old')
                .select(['old.number', 'old.app'])
                .where('old.number', '=', value('number'))
                .orderBy('old.app'),
            ).$asTuple('number', 'app'),
          ),
        ),
    ),
    expire: expireQuery(builder, engine),
    /** The observations that can be removed. */
    expired: compileQuery<{ before: number; limit: number }>()((value) =>
      builder
        .selectFrom('observations')
        .select(['number', 'app'])
        .where('seen_at', '<', value('before'))
        .limit(value('limit')),
    ),
    expireOne: compileQuery<Pick<Observation, 'number' | 'app'> & { before: number }>()((value) =>
      builder
        .deleteFrom('observations')
        .where('number', '=', value('number'))
        .where('app', '=', value('app'))
        .where('seen_at', '<', value('before')),
    ),
  };
}

function recordQuery(builder: Kysely<Tables>, size: number) {
  return compileQuery<Numbered<Observation>>()((value) =>
    builder
      .insertInto('observations')
      .values(
        Array.from({ length: size }, (_, index) => ({
          number: value(`number${index}`),
          app: value(`app${index}`),
          seen_at: value(`seenAt${index}`),
          source: value(`source${index}`),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['number', 'app'])
          .doUpdateSet((eb) => ({ seen_at: eb.ref('excluded.seen_at'), source: eb.ref('excluded.source') }))
          .whereRef('observations.seen_at', '<', 'excluded.seen_at'),
      ),
  );
}

function findQuery(builder: Kysely<Tables>, size: number) {
  return compileQuery<Numbered<Pick<Observation, 'number'>> & { since: number }>()((value) =>
    builder
      .selectFrom('observations')
      .select(['number', 'app', 'seen_at', 'source'])
      .where(
        'number',
        'in',
        Array.from({ length: size }, (_, index) => value(`number${index}`)),
      )
      .where('seen_at', '>=', value('since')),
  );
}

function expireQuery(builder: Kysely<Tables>, engine: SqlDatabase['engine']) {
  return compileQuery<{ before: number; limit: number }>()((value) =>
    builder
      .deleteFrom('observations')
      // A concurrent write may have added a newer observation since the rows were chosen.
      .where('seen_at', '<', value('before'))
      .where((eb) =>
        eb(
          eb.refTuple('number', 'app'),
          'in',
          chosenOnce(
            engine,
            passingOver(
              engine,
              eb
                .selectFrom('observations as old')
                .select(['old.number', 'old.app'])
                .where('old.seen_at', '<', value('before'))
                .limit(value('limit')),
            ).$asTuple('number', 'app'),
          ),
        ),
      ),
  );
}
