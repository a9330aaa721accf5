import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { compileQuery } from '../query.js';
import { describeOnPostgres, PostgresSchema } from '../test-databases.fixture.js';
import { wireValue } from './wire-values.js';

interface Values {
  readonly text: string;
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
  readonly flags: readonly boolean[];
  readonly bytes: Uint8Array;
  readonly parts: readonly Uint8Array[];
}

/** As PostgreSQL keeps texts: without NUL. */
const text = fc.string({ unit: 'binary' }).map((any) => any.replaceAll('\0', ''));
const whole = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });

describeOnPostgres('values of statements that go together', () => {
  it('come back as they were sent', async () => {
    const test = await PostgresSchema.create();
    onTestFinished(() => test.remove());
    const { database } = test;
    const query = compileQuery<Values>()((value) => ({
      compile: () =>
        sql<Values>`select ${value('text')}::text as text, ${value('texts')}::text[] as texts, ${value('flags')}::boolean[] as flags,
          ${value('numbers')}::float8[] as numbers, ${value('bytes')}::bytea as bytes, ${value('parts')}::bytea[] as parts`.compile(
          database.builder,
        ),
    }));
    const values = fc.record({
      text,
      texts: fc.array(fc.oneof(text, fc.constantFrom('NULL', '', '"', '\\', '{}', ' a,b '))),
      numbers: fc.array(whole),
      flags: fc.array(fc.boolean()),
      bytes: fc.uint8Array(),
      parts: fc.array(fc.uint8Array()),
    });
    await fc.assert(
      fc.asyncProperty(values, async (sent) => {
        const row = await database.write((session) => session.first(query, sent));
        expect(
          row && {
            ...row,
            bytes: new Uint8Array(row.bytes),
            parts: row.parts.map((part) => new Uint8Array(part)),
          },
        ).toEqual(sent);
      }),
      { numRuns: 50 },
    );
  });
});

it('has a form of null, within lists too', () => {
  expect([null, undefined, ['a', null]].map(wireValue)).toEqual([null, null, '{"a",NULL}']);
});

it.each([[{}], [[{}]], [Symbol('a')]])('refuses other values', (value) => {
  expect(() => wireValue(value)).toThrow(TypeError);
});
