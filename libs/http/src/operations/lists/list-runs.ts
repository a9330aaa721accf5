import type { PhoneLists } from '@dialproof/core';
import type { z } from 'zod';
import { CSV_HEADERS } from '../../downloads/csv-file.js';
import type { HttpReply } from '../../message/http-message.js';
import { capsOf } from '../../sign-in/sign-in.js';
import { submitSettings } from '../../uploads/file-settings.js';
import { component, csvOrPage, timestamp } from '../../wire/common-shapes.js';
import { given } from '../../wire/wire-values.js';
import { fileForm, json, jsonOrCsv } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { inSlot } from '../definition/in-slot.js';
import { type OperationCall, requestOf } from '../definition/operation-call.js';
import { OF_SUBMITS, submissionShape } from '../files/submit.js';
import {
  CHANGES_PAGE,
  changeKinds,
  changesPageShape,
  foundChanges,
  keyColumn,
  neutralizeFormulas,
  partOfChanges,
} from '../tasks/changes.js';
import { LISTS, RUN, runsShape, shownRun } from './list-shape.js';

export const listRuns = defineOperation({
  method: 'GET',
  path: '/v1/lists/{list_id}/runs',
  tag: 'lists',
  scope: 'read',
  summary: 'Show the runs of a list, newest first',
  part: LISTS,
  reply: json(200, { description: 'The finished runs', shape: runsShape, example: { runs: [RUN] } }),
  errors: [],
  run: async (lists, { accountId, id }) => ({
    runs: (await lists.find({ accountId, listId: id })).runs.map(shownRun),
  }),
});

/** The settings of a newer file of a list. */
const listRunSettings = component('ListRunSettings').extending(submitSettings, {
  fresh_within: submitSettings.shape.fresh_within.describe(
    "An age, such as 14d or 12h, for this run. Without this, the list's own applies",
  ),
  max_credits: submitSettings.shape.max_credits.describe(
    "Refuses a file that would hold more credits than this. Without this, the list's own limit applies",
  ),
});

export const runList = defineOperation({
  method: 'POST',
  path: '/v1/lists/{list_id}/runs',
  tag: 'lists',
  scope: 'batch',
  policy: 'files',
  summary: 'Verify a list now, or a newer file for it',
  part: LISTS,
  form: fileForm(listRunSettings, { isStrict: true }),
  reply: json(202, {
    description: 'The task of the run',
    shape: submissionShape,
    example: { task_id: RUN.task_id ?? '', total: 100, status: 'queued' },
  }),
  errors: ['task_not_found', 'request_in_progress', ...OF_SUBMITS, 'overloaded', 'shutting_down'],
  async run(lists, { accountId, attempt, body, caller, id }) {
    const asked = { accountId, listId: id, ...requestOf(attempt), ...capsOf(caller) };
    const task = await lists.run(body === undefined ? asked : { ...asked, file: body.request });
    return { ...task, status: 'queued' as const };
  },
});

const listChangesQuery = component('ListChangesQuery').open({
  since: timestamp
    .describe(
      'Compares with the newest run that had ended at this time. Without this, with the run before the newest',
    )
    .optional(),
  change: changeKinds,
  key_column: keyColumn
    .describe(
      'The column of the `key`, as for the changes of a task. Without this, it is the column of the list. If neither run has that column, all keys are null',
    )
    .optional(),
  neutralize_formulas: neutralizeFormulas,
  ...csvOrPage,
});

/** What changed up to the newest run of a list. */
export const listChanges = defineOperation({
  method: 'GET',
  path: '/v1/lists/{list_id}/changes',
  tag: 'lists',
  scope: 'read',
  summary: 'List what changed in a list, up to its newest run',
  part: LISTS,
  query: listChangesQuery,
  reply: jsonOrCsv(200, {
    description: 'A page of changes with the counts of all, or all changes as a .csv',
    optionalHeaders: { ...CSV_HEADERS, 'Dialproof-Rows': 'The number of rows of a .csv, without its header' },
    shape: changesPageShape,
    example: CHANGES_PAGE,
  }),
  errors: ['task_not_found', 'task_not_done', 'column_not_found', 'overloaded'],
  run: (lists, call) => inSlot(call, 'downloads', () => reply(lists, call)),
});

async function reply(
  lists: PhoneLists,
  call: OperationCall<z.output<typeof listChangesQuery>, undefined>,
): Promise<HttpReply> {
  const { accountId, id, query } = call;
  const { since } = query;
  const found = await lists.changes({
    ...{ accountId, listId: id, ...partOfChanges(call) },
    ...given({ since: since === undefined ? since : Date.parse(since) }),
  });
  return foundChanges(call, found);
}
