import { z } from 'zod';
import { component, count } from '../../wire/common-shapes.js';
import { json, jsonBody } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { TASK_ID } from '../tasks/task-shape.js';

const erasureShape = component(
  'NumberErasure',
  z
    .strictObject({
      tasks: count.describe('Tasks in which it was found, and is gone. A repeat finds none.'),
      rows: count.describe('Their rows of which something is gone.'),
      unfinished: z
        .array(z.string())
        .describe(
          'The task_id of each task that has it and has not ended: nothing of it is gone. Repeat the request then.',
        ),
      answers: count.describe(
        'Kept answers that are gone: of a single check, and replies to requests with an Idempotency-Key.',
      ),
    })
    .describe('What was erased. It has no number.'),
);

/** Erases a number from everything that is kept of the account. */
export const eraseNumber = defineOperation({
  method: 'POST',
  path: '/v1/numbers/erase',
  tag: 'numbers',
  scope: 'batch',
  summary: "Erase a number from the account's tasks, answers, replies and names of lists",
  body: jsonBody({
    shape: component(
      'EraseRequest',
      z.object({
        phone: z.string(),
        suppress: z
          .boolean()
          .describe(
            'true: the number is suppressed from now on. false: it is taken off that list too. The list stays as it is without this',
          )
          .optional(),
      }),
    ),
    example: { phone: '+41 79 123 45 67', suppress: true },
    refusals: { phone: 'invalid_phone' },
  }),
  refusesKey:
    'a number is erased without an Idempotency-Key, with which a hash of the request would be kept: a repeat does no harm',
  reply: json(200, {
    description: 'How much was erased, and which tasks have to end before',
    shape: erasureShape,
    example: { tasks: 2, rows: 3, unfinished: [TASK_ID], answers: 0 },
  }),
  errors: ['invalid_phone', 'too_many_suppressions', 'not_supported'],
  async run(service, { accountId, body: { phone, suppress }, request }) {
    const { answers, rows, tasks, unfinished } = await service.eraseNumber({
      ...{ accountId, phone, signal: request.signal },
      ...(suppress === undefined ? {} : { suppress }),
    });
    return { tasks, rows, unfinished: [...unfinished], answers };
  },
});
