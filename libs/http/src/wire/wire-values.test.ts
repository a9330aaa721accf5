import { expect, test } from 'vitest';
import { z } from 'zod';
import { summaryShape, timestamp } from './common-shapes.js';
import { given, toWire } from './wire-values.js';

const shape = z.strictObject({
  task_id: z.string(),
  created_at: timestamp.describe('A time.'),
  ended_at: timestamp.nullable(),
  source_name: z.string().optional(),
  first_rows: z.array(z.strictObject({ read_at: timestamp })),
  last_run: z.strictObject({ row_count: z.int() }).nullable(),
});

const value = { taskId: 'one', createdAt: 0, endedAt: null, firstRows: [{ readAt: 1_000 }], lastRun: null };

test('names come in snake_case and times as ISO 8601, nested ones too', () => {
  expect(toWire(shape)({ ...value, lastRun: { rowCount: 3 } })).toEqual({
    task_id: 'one',
    created_at: '1970-01-01T00:00:00.000Z',
    ended_at: null,
    first_rows: [{ read_at: '1970-01-01T00:00:01.000Z' }],
    last_run: { row_count: 3 },
  });
});

test('only members of the shape are sent, in its order, and none that is undefined', () => {
  const further = { accountId: 'secret', ...value, lastRun: { rowCount: 3, caps: 'secret' } };
  const sent = JSON.stringify(toWire(shape)(further));
  expect(sent).not.toContain('secret');
  expect(Object.keys(JSON.parse(sent))).toEqual([
    ...['task_id', 'created_at', 'ended_at', 'first_rows', 'last_run'],
  ]);
});

test('an optional member is sent where there is one', () => {
  expect(toWire(shape)({ ...value, sourceName: 'twilio' })).toMatchObject({ source_name: 'twilio' });
});

test('items come from whatever can be iterated', () => {
  expect(toWire(shape)({ ...value, firstRows: new Set([{ readAt: 0 }]) })).toMatchObject({
    first_rows: [{ read_at: '1970-01-01T00:00:00.000Z' }],
  });
});

test('counts by status come in the order of the statuses, and nothing beside them', () => {
  const counts = { unknown: 5, dead: 3, wa_registered: 1, inactive: 4, telegram_registered: 2, added: 6 };
  expect(JSON.stringify(toWire(summaryShape)(counts))).toBe(
    '{"wa_registered":1,"telegram_registered":2,"dead":3,"inactive":4,"unknown":5}',
  );
});

test('given values get the names of the service, and undefined ones are left out', () => {
  expect(given({ file_name: 'a', limit: undefined, key_column: null })).toStrictEqual({
    fileName: 'a',
    keyColumn: null,
  });
});
