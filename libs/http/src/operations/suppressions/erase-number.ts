import { z } from 'zod';
import { component, count, optionalFlag, text } from '../../wire/common-shapes.js';
import { given } from '../../wire/wire-values.js';
import { json, jsonBody } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { TASK_ID } from '../tasks/task-shape.js';

const erasureShape = component(
  'NumberErasure',
  'Counts of what was erased. They do not name the number.',
).strict({
  tasks: count.describe('Tasks from which the number was erased. A repeat finds none.'),
  rows: count.describe('Rows from which it was erased.'),
  unfinished: z
    .array(text)
    .describe(
      'The task_id of each task that has the number and has not ended. The number is still there: repeat the request when the task has ended.',
    ),
  answers: count.describe(
    'Kept answers that were erased: of single checks, and replies to requests with an Idempotency-Key.',
  ),
});

/** Erases a number from everything that is kept of the account. */
export const eraseNumber = defineOperation({
  method: 'POST',
  path: '/v1/numbers/erase',
  tag: 'numbers',
  scope: 'batch',
  summary: "Erase a number from the account's tasks, answers, replies and names of lists",
  body: jsonBody({
    shape: component('EraseRequest').open({
      phone: text,
      suppress: optionalFlag.describe(
        'true: the number is suppressed from now on. false: it is removed from the suppressed numbers too. Without this, they stay as they are',
      ),
    }),
    example: { phone: '+41 79 123 45 67', suppress: true },
    refusals: { phone: 'invalid_phone' },
  }),
  refusesKey:
    'a number is erased without an Idempotency-Key, with which a hash of the request would be kept: a repeat does no harm',
  reply: json(200, {
    description: 'How much was erased, and which tasks have to end first',
    shape: erasureShape,
    example: { tasks: 2, rows: 3, unfinished: [TASK_ID], answers: 0 },
  }),
  errors: ['invalid_phone', 'too_many_suppressions', 'not_supported'],
  run: (service, { accountId, body: { phone, suppress }, request }) =>
    service.eraseNumber({ accountId, phone, signal: request.signal, ...given({ suppress }) }),
});
