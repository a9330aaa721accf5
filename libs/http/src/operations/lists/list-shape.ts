import {
  type ListRun,
  type ListSchedule,
  notSupported,
  type PhoneList,
  type PhoneLists,
  taskId,
} from '@dialproof/core';
import { LAST_SCHEDULED_DAY, LIST_RUN_STATUSES, SCHEDULE_PERIODS, WEEKDAYS } from '@dialproof/core/model';
import { z } from 'zod';
import { freshWithinText } from '../../message/fresh-within.js';
import {
  component,
  count,
  isoTime,
  isoTimeOrNull,
  summaryShape,
  timestamp,
} from '../../wire/common-shapes.js';
import type { PartOf } from '../definition/define-operation.js';
import { TASK_ID } from '../tasks/task-shape.js';

export const LISTS: PartOf<PhoneLists> = {
  of: ({ service }) => service.lists,
  refusal: () => notSupported('lists'),
};

export const scheduleShape = component(
  'ListSchedule',
  z
    .strictObject({
      every: z.enum(SCHEDULE_PERIODS),
      day: z
        .union([z.int().min(1).max(LAST_SCHEDULED_DAY), z.enum(WEEKDAYS)])
        .describe('A day of the month, from 1 to 28, or a weekday; not for every day.')
        .optional(),
      hour: z.int().min(0).max(23),
      time_zone: z.string().describe('A name such as Europe/Berlin or UTC, by whose clocks the hour is.'),
    })
    .describe(
      'When a list is verified again. An hour that clocks leave out is followed by the next that there is; of one that they show twice, the first counts.',
    ),
);

const runShape = component(
  'ListRun',
  z
    .strictObject({
      status: z.enum(LIST_RUN_STATUSES).describe('`skipped`: no task was made.'),
      reason: z
        .string()
        .nullable()
        .describe('Why it was skipped or has failed; `task_not_found`: its task or its rows were deleted.'),
      task_id: z.string().nullable().describe('It may have been deleted or expired since.'),
      due_at: timestamp.nullable().describe('Null if somebody asked for it, or gave the list a task.'),
      began_at: timestamp,
      ended_at: timestamp,
      total: count.describe('Rows of the list.'),
      numbers: count
        .nullable()
        .describe(
          'Its numbers, each counted once: a run like it is charged for no more. Null unless it is done.',
        ),
      summary: summaryShape,
      checks_failed: count.describe('Rows whose check failed.'),
      credits_charged: count.describe('One for each number that was asked about and answered.'),
      against: z.string().nullable().describe('The task that it was compared with.'),
      changes: z
        .strictObject({ came: count, changed: count, went: count, unchanged: count, not_compared: count })
        .nullable()
        .describe('Numbers, each counted once; null if there was none to compare with.'),
    })
    .describe('A run of a list that is over. Times are ISO 8601, in UTC.'),
);

export const listShape = component(
  'PhoneList',
  z
    .strictObject({
      list_id: z.string(),
      name: z.string(),
      created_at: timestamp,
      task_id: z.string().describe('The task whose rows it has.'),
      schedule: scheduleShape.nullable().describe('Null: it is verified only when somebody asks for it.'),
      next_run_at: timestamp.nullable(),
      fresh_within: z
        .string()
        .nullable()
        .describe('As of a submit; null: every number is checked at each run.'),
      max_credits: count.nullable().describe('As of a submit; null: no limit.'),
      key_column: z.string().nullable().describe('The column of the `key` of changes; null: they have none.'),
      running: z
        .strictObject({
          task_id: z.string(),
          due_at: timestamp.nullable(),
          began_at: timestamp.nullable().describe('Null while its task is being made.'),
        })
        .nullable()
        .describe('The run that is not over.'),
      last_run: runShape.nullable(),
    })
    .describe('A list that is verified again: a chain of tasks. Times are ISO 8601, in UTC.'),
);

export const runsShape = component(
  'ListRuns',
  z
    .strictObject({ runs: z.array(runShape) })
    .describe('The runs of a list that are over, the newest first: at most the last 100.'),
);

type WireList = z.infer<typeof listShape>;
type WireRun = z.infer<typeof runShape>;

export function wireList(list: PhoneList): WireList {
  const { pending, runs, schedule } = list;
  const [lastRun] = runs;
  return {
    list_id: list.listId,
    name: list.name,
    created_at: isoTime(list.createdAt),
    task_id: list.taskId,
    schedule: schedule === null ? null : wireSchedule(schedule),
    next_run_at: isoTimeOrNull(list.nextRunAt),
    fresh_within: list.freshWithinMs === null ? null : freshWithinText(list.freshWithinMs),
    max_credits: list.maxCredits,
    key_column: list.keyColumn,
    running: pending && {
      task_id: pending.taskId,
      due_at: isoTimeOrNull(pending.dueAt),
      began_at: isoTimeOrNull(pending.beganAt),
    },
    last_run: lastRun === undefined ? null : wireRun(lastRun),
  };
}

function wireSchedule(schedule: ListSchedule): z.infer<typeof scheduleShape> {
  const { every, hour, timeZone } = schedule;
  return { every, ...(every === 'day' ? {} : { day: schedule.day }), hour, time_zone: timeZone };
}

export function wireRun({ against, changes, reason, status, summary, total, ...run }: ListRun): WireRun {
  return {
    ...{ status, reason, task_id: run.taskId },
    due_at: isoTimeOrNull(run.dueAt),
    began_at: isoTime(run.beganAt),
    ended_at: isoTime(run.endedAt),
    ...{ total, numbers: run.numbers ?? null, summary },
    checks_failed: run.checksFailed,
    credits_charged: run.charged,
    against,
    changes: changes && {
      ...{ came: changes.came, changed: changes.changed, went: changes.went },
      ...{ unchanged: changes.unchanged, not_compared: changes.notCompared },
    },
  };
}

const OF_JANUARY = taskId('2d0c8f5e-7a55-8c0f-9d0a-2f3d1f3c9a10');

export const RUN: WireRun = {
  ...{ status: 'done', reason: null, task_id: TASK_ID },
  ...{ due_at: '2026-02-01T08:00:00.000Z', began_at: '2026-02-01T08:00:02.114Z' },
  ...{ ended_at: '2026-02-01T08:03:40.006Z', total: 100, numbers: 99 },
  summary: { wa_registered: 60, telegram_registered: 20, dead: 9, inactive: 10, unknown: 1 },
  ...{ checks_failed: 0, credits_charged: 8, against: OF_JANUARY },
  changes: { came: 0, changed: 1, went: 0, unchanged: 98, not_compared: 0 },
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
