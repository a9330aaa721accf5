import { keyedTaskId } from '@dialproof/core';
import { z } from 'zod';
import { capsOf } from '../../sign-in/sign-in.js';
import { submitSettings } from '../../uploads/file-settings.js';
import { component, count, text } from '../../wire/common-shapes.js';
import { fileForm, json } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { TASK_ID } from '../tasks/task-shape.js';

export const submissionShape = component('Submission', 'The answer to a submit.').strict({
  task_id: text,
  total: count.describe('Rows in the file.'),
  status: z.literal('queued'),
});

/** The codes of every submit, beside those of files. */
export const OF_SUBMITS = [
  'insufficient_credits',
  'max_credits_exceeded',
  'daily_limit_reached',
  'stored_bytes_exceeded',
] as const;

/** Reads a file as it arrives, and makes it a task. */
export const submit = defineOperation({
  method: 'POST',
  path: '/v1/verify/batch',
  tag: 'tasks',
  scope: 'batch',
  policy: 'files',
  summary: 'Submit a .csv or .xlsx file of phone numbers',
  body: fileForm(submitSettings),
  // For clients that cannot put settings before the file. Settings in the form have precedence.
  query: submitSettings,
  reply: json(202, {
    description: 'The task that the file has become',
    shape: submissionShape,
    example: { task_id: TASK_ID, total: 3, status: 'queued' },
  }),
  errors: OF_SUBMITS,
  async run(service, { attempt, body, caller }) {
    const { request } = body;
    const repeatable =
      attempt === undefined ? {} : { taskId: keyedTaskId(request.accountId, attempt.requestId) };
    const task = await service.submit({ ...request, ...repeatable, ...capsOf(caller) });
    return { ...task, status: 'queued' as const };
  },
});
