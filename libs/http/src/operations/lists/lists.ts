import {
  DialproofError,
  isTimeZone,
  type ListSchedule,
  type ListSettings,
  taskId,
  withoutNumbers,
} from '@dialproof/core';
import { MAX_LIST_NAME_CHARS, WEEKDAYS } from '@dialproof/core/model';
import { z } from 'zod';
import { readFreshWithin } from '../../message/fresh-within.js';
import { JsonValues } from '../../message/json-values.js';
import { capsOf } from '../../sign-in/sign-in.js';
import { submitSettings } from '../../uploads/file-settings.js';
import { component, countOrNull, optionalText, text, textOrNull } from '../../wire/common-shapes.js';
import { given } from '../../wire/wire-values.js';
import { fileForm, json, jsonBody, noContent } from '../definition/content.js';
import { defineOperation, type OwnSettings } from '../definition/define-operation.js';
import type { FileBody } from '../definition/file-handler.js';
import { requestOf } from '../definition/operation-call.js';
import { OF_SUBMITS } from '../files/submit.js';
import { LIST, LISTS, listShape, scheduleShape, shownList } from './list-shape.js';

const shortText = z
  .string()
  .trim()
  .min(1)
  .max(MAX_LIST_NAME_CHARS)
  .regex(/^\P{Cc}*$/u);

/** The meaning of each setting, and of its absence: null in JSON, a field that a form leaves out. */
const MEANINGS = {
  schedule: ['When the list is verified again', 'only when somebody asks for it'],
  fresh_within: [
    'An age, such as 14d or 12h. In each run, a number gets the answer that a task or a single check of the account has found, if that answer is no older than this: at no credit',
    'each run checks every number',
  ],
  max_credits: ['A run that would hold more credits is skipped', 'there is no limit'],
  key_column: [
    'The column of the `key` of changes, by its header or its position from 0. The file must have it. A position is kept as the header there',
    'changes have no key',
  ],
} as const;

function inJson(setting: keyof typeof MEANINGS): string {
  const [meaning, absence] = MEANINGS[setting];
  return `${meaning}. Null: ${absence}.`;
}

function inForm(setting: keyof typeof MEANINGS): string {
  const [meaning, absence] = MEANINGS[setting];
  return `${meaning}. Without this, ${absence}`;
}

const settings = {
  name: shortText,
  task_id: text.describe('A task of the account that has not failed. The list has its rows.'),
  schedule: scheduleShape.nullable().describe(inJson('schedule')),
  fresh_within: textOrNull.describe(inJson('fresh_within')),
  max_credits: countOrNull.describe(inJson('max_credits')),
  key_column: shortText.nullable().describe(inJson('key_column')),
};

/** The settings of a list in a form with its first file. */
const listFileSettings = component('ListFileSettings').extending(submitSettings, {
  name: shortText.describe('Name of the list'),
  schedule: optionalText.describe(`As JSON, in the form of ListSchedule. ${inForm('schedule')}`),
  fresh_within: submitSettings.shape.fresh_within.describe(inForm('fresh_within')),
  max_credits: submitSettings.shape.max_credits.describe(
    `A file that would hold more credits is refused. ${inForm('max_credits')}`,
  ),
  key_column: shortText.describe(inForm('key_column')).optional(),
});

const changeListBody = component('ListChange').of(z.strictObject(settings).partial());

// A misspelt setting of something that spends credits by itself must not be ignored.
const createListBody = component('ListRequest').extending(changeListBody, {
  ...settings,
  schedule: settings.schedule.default(null),
  fresh_within: settings.fresh_within.default(null),
  max_credits: settings.max_credits.default(null),
  key_column: settings.key_column.default(null),
});

type Body = z.output<typeof changeListBody>;

/** Codes: `malformed_request`, `invalid_fresh_within`. */
function readSettings({ fresh_within, schedule, task_id, ...others }: Body): Partial<ListSettings> {
  return given({
    ...others,
    task_id: task_id === undefined ? undefined : taskId(task_id),
    schedule: schedule && readSchedule(schedule),
    freshWithinMs: fresh_within === null ? null : readFreshWithin(fresh_within).freshWithinMs,
  });
}

function readSchedule({
  day,
  every,
  hour,
  time_zone: timeZone,
}: z.output<typeof scheduleShape>): ListSchedule {
  if (!isTimeZone(timeZone)) {
    throw wrongSchedule(
      'time_zone',
      `must be a name such as Europe/Berlin, not "${withoutNumbers(timeZone.slice(0, 40))}"`,
    );
  }
  switch (every) {
    case 'day':
      if (day !== undefined) throw wrongSchedule('day', 'is not for a schedule of every day');
      return { every, hour, timeZone };
    case 'week':
      if (typeof day !== 'string') throw wrongSchedule('day', `must be one of ${WEEKDAYS.join(', ')}`);
      return { every, day, hour, timeZone };
    case 'month':
      if (typeof day !== 'number') throw wrongSchedule('day', 'must be a whole number from 1 to 28');
      return { every, day, hour, timeZone };
    default:
      return every satisfies never;
  }
}

function wrongSchedule(field: keyof z.output<typeof scheduleShape>, problem: string): DialproofError {
  return new DialproofError('malformed_request', { hint: `the body's "schedule.${field}" ${problem}` });
}

const ofSchedule = new JsonValues(z.strictObject({ schedule: settings.schedule }));

/** The schedule in a form. */
function scheduleOfText(text: string): ListSchedule | null {
  let schedule: unknown;
  try {
    schedule = JSON.parse(text);
  } catch (cause) {
    throw new DialproofError('malformed_request', {
      hint: '"schedule" must be JSON, such as {"every":"day","hour":9,"time_zone":"UTC"}',
      cause,
    });
  }
  const read = ofSchedule.check({ schedule }).schedule;
  return read && readSchedule(read);
}

function listOfTask({ name, task_id, ...others }: z.output<typeof createListBody>) {
  return { ...readSettings(others), name, taskId: taskId(task_id) };
}

/** A list and its file. The limits that a submit and a list both have are those of the list, which count for the file too. */
function listWithFile({ own, request }: FileBody<OwnSettings<typeof listFileSettings>>) {
  const { freshWithinMs = null, maxCredits = null, ...file } = request;
  const { key_column: keyColumn = null, name, schedule } = own;
  return {
    ...{ file, name, freshWithinMs, keyColumn, maxCredits },
    schedule: schedule === undefined ? null : scheduleOfText(schedule),
  };
}

export const createList = defineOperation({
  method: 'POST',
  path: '/v1/lists',
  tag: 'lists',
  scope: 'batch',
  // A form brings a file.
  policy: 'files',
  summary: 'Make a list of a file or of the rows of a task, to be verified again',
  part: LISTS,
  body: jsonBody({
    shape: createListBody,
    example: {
      ...{ name: LIST.name, task_id: LIST.task_id, schedule: LIST.schedule },
      ...{ fresh_within: LIST.fresh_within, max_credits: LIST.max_credits, key_column: LIST.key_column },
    },
  }),
  form: fileForm(listFileSettings, { isStrict: true }),
  reply: json(201, { description: 'The list', shape: listShape, example: { ...LIST, last_run: null } }),
  errors: [
    'task_not_found',
    'task_not_done',
    'column_not_found',
    'too_many_lists',
    'invalid_fresh_within',
    ...OF_SUBMITS,
  ],
  async run(lists, { accountId, attempt, body, caller, subject }) {
    const asked = { accountId, ...requestOf(attempt), ...capsOf(caller) };
    const list = await lists.create({ ...asked, ...('own' in body ? listWithFile(body) : listOfTask(body)) });
    subject.itemId = list.listId;
    return shownList(list);
  },
});

const allListsShape = component('PhoneLists', 'All lists of the account, the oldest first.').strict({
  lists: z.array(listShape),
});

export const listLists = defineOperation({
  method: 'GET',
  path: '/v1/lists',
  tag: 'lists',
  scope: 'read',
  summary: 'Show the lists that are verified again, oldest first',
  part: LISTS,
  reply: json(200, { description: 'The lists', shape: allListsShape, example: { lists: [LIST] } }),
  errors: [],
  run: async (lists, { accountId }) => ({ lists: (await lists.all(accountId)).map(shownList) }),
});

export const showList = defineOperation({
  method: 'GET',
  path: '/v1/lists/{list_id}',
  tag: 'lists',
  scope: 'read',
  summary: 'Show a list with its last run',
  part: LISTS,
  reply: json(200, { description: 'The list', shape: listShape, example: LIST }),
  errors: [],
  run: async (lists, { accountId, id }) => shownList(await lists.find({ accountId, listId: id })),
});

export const changeList = defineOperation({
  method: 'PATCH',
  path: '/v1/lists/{list_id}',
  tag: 'lists',
  scope: 'batch',
  summary: 'Change the settings of a list, or give it the rows of another task',
  part: LISTS,
  body: jsonBody({ shape: changeListBody, example: { task_id: LIST.task_id, schedule: null } }),
  reply: json(200, { description: 'The list', shape: listShape, example: LIST }),
  errors: [
    'task_not_found',
    'task_not_done',
    'column_not_found',
    'request_in_progress',
    'invalid_fresh_within',
  ],
  run: async (lists, { accountId, body, caller, id }) =>
    shownList(await lists.change({ accountId, listId: id, ...readSettings(body), ...capsOf(caller) })),
});

export const removeList = defineOperation({
  method: 'DELETE',
  path: '/v1/lists/{list_id}',
  tag: 'lists',
  scope: 'batch',
  summary: 'Delete a list; its tasks stay',
  part: LISTS,
  reply: noContent('The list is not verified any more'),
  errors: [],
  run: (lists, { accountId, id }) => lists.remove({ accountId, listId: id }),
});
