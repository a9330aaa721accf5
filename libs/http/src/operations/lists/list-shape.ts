import { type ListRun, notSupported, type PhoneList, type PhoneLists, taskId } from '@dialproof/core';
import { LAST_SCHEDULED_DAY, LIST_RUN_STATUSES, SCHEDULE_PERIODS, WEEKDAYS } from '@dialproof/core/model';
import { z } from 'zod';
import { freshWithinText } from '../../message/fresh-within.js';
import {
  component,
  count,
  countOrNull,
  summaryShape,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from '../../wire/common-shapes.js';
import type { PartOf } from '../definition/define-operation.js';
import { TASK_ID } from '../tasks/task-shape.js';

export const LISTS: PartOf<PhoneLists> = {
  of: ({ service }) => service.lists,
  refusal: () => notSupported('lists'),
};

export const scheduleShape = component(
  'ListSchedule',
  'When a list is verified again. If the clocks skip the hour, the run begins at the next hour. If they show it twice, the first one counts.',
).strict({
  every: z.enum(SCHEDULE_PERIODS),
  day: z
    .union([z.int().min(1).max(LAST_SCHEDULED_DAY), z.enum(WEEKDAYS)])
    .describe('A day of the month, from 1 to 28, or a weekday. Left out for `every: day`.')
    .optional(),
  hour: z.int().min(0).max(23),
  time_zone: text.describe('The time zone of the hour, such as Europe/Berlin or UTC.'),
});

const runShape = component('ListRun', 'A finished run of a list. Times are ISO 8601, in UTC.').strict({
  status: z.enum(LIST_RUN_STATUSES).describe('`skipped`: no task was made.'),
  reason: textOrNull.describe(
    'The reason why the run was skipped or failed. `task_not_found`: its task or its rows were deleted.',
  ),
  task_id: textOrNull.describe('The task of the run. It may have been deleted or expired since.'),
  due_at: timestampOrNull.describe(
    'The time by the schedule. Null if somebody asked for the run, or gave the list a task.',
  ),
  began_at: timestamp,
  ended_at: timestamp,
  total: count.describe('Rows of the list.'),
  numbers: countOrNull.describe(
    'The distinct numbers of the list. A run with the same rows costs at most one credit for each. Null unless the run is done.',
  ),
  summary: summaryShape,
  checks_failed: count.describe('Rows whose check failed.'),
  credits_charged: count.describe('One credit for each number that was asked about and answered.'),
  against: textOrNull.describe('The earlier task that the run was compared with.'),
  changes: z
    .strictObject({
      ...{ came: count, changed: count },
      replaced: count.describe('By the `key_column` that the list had when the run ended; 0 without one.'),
      ...{ went: count, unchanged: count, not_compared: count },
    })
    .nullable()
    .describe('Counts of distinct numbers. Null if there was no earlier task to compare with.'),
});

export const listShape = component(
  'PhoneList',
  'A list that is verified again: a chain of tasks. Times are ISO 8601, in UTC.',
).strict({
  list_id: text,
  name: text,
  created_at: timestamp,
  task_id: text.describe('The task whose rows the list has.'),
  schedule: scheduleShape.nullable().describe('Null: the list is verified only when somebody asks for it.'),
  next_run_at: timestampOrNull,
  fresh_within: textOrNull.describe('As for a submit. Null: each run checks every number.'),
  max_credits: countOrNull.describe('As for a submit. Null: no limit.'),
  key_column: textOrNull.describe(
    'The column of the `key` of changes. Null: changes have no key, and no number is `replaced`.',
  ),
  running: z
    .strictObject({
      task_id: text,
      due_at: timestampOrNull,
      began_at: timestampOrNull.describe('Null while its task is being made.'),
    })
    .nullable()
    .describe('The run that is under way; null if there is none.'),
  last_run: runShape.nullable(),
});

export const runsShape = component(
  'ListRuns',
  'The finished runs of a list, the newest first. The last 100 at most.',
).strict({ runs: z.array(runShape) });

type WireList = z.infer<typeof listShape>;
type WireRun = z.infer<typeof runShape>;

export function shownList({ freshWithinMs, pending, runs: [lastRun], ...list }: PhoneList) {
  return {
    ...list,
    freshWithin: freshWithinMs === null ? null : freshWithinText(freshWithinMs),
    running: pending,
    lastRun: lastRun === undefined ? null : shownRun(lastRun),
  };
}

export function shownRun(run: ListRun) {
  return { ...run, numbers: run.numbers ?? null, creditsCharged: run.charged };
}

const OF_JANUARY = taskId('2d0c8f5e-7a55-8c0f-9d0a-2f3d1f3c9a10');

export const RUN: WireRun = {
  ...{ status: 'done', reason: null, task_id: TASK_ID },
  ...{ due_at: '2026-02-01T08:00:00.000Z', began_at: '2026-02-01T08:00:02.114Z' },
  ...{ ended_at: '2026-02-01T08:03:40.006Z', total: 100, numbers: 99 },
  summary: { wa_registered: 60, telegram_registered: 20, dead: 9, inactive: 10, unknown: 1 },
  ...{ checks_failed: 0, credits_charged: 8, against: OF_JANUARY },
  changes: { came: 0, changed: 1, replaced: 0, went: 0, unchanged: 98, not_compared: 0 },
};

export const LIST: WireList = {
  ...{
    list_id: '5f0c8f5e-7a55-8c0f-9d0a-2f3d1f3c9a10',
    name: 'Customers',
    created_at: '2026-01-02T03:04:05.006Z',
  },
  task_id: TASK_ID,
  schedule: { every: 'month', day: 1, hour: 9, time_zone: 'Europe/Berlin' },
  ...{ next_run_at: '2026-03-01T08:00:00.000Z', fresh_within: '60d', max_credits: 500 },
  key_column: 'customer_id',
  running: null,
  last_run: RUN,
};
