import { MAX_SEARCHED_CHARS } from '@dialproof/core/model';
import { z } from 'zod';
import { component, nextCursor, pageParameters } from '../../wire/common-shapes.js';
import { json } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { DONE_TASK, taskShape, taskStatus, wireTask } from './task-shape.js';

const listQuery = component(
  'TaskQuery',
  z.object({
    status: taskStatus.describe('Only tasks in this status; in any without it').optional(),
    file_name: z
      .string()
      .min(1)
      .max(MAX_SEARCHED_CHARS)
      .describe(
        'Only tasks whose file has a name with this text in it, in any case; with any name without it',
      )
      .optional(),
    ...pageParameters,
  }),
);

const taskPageShape = component(
  'TaskPage',
  z
    .strictObject({ tasks: z.array(taskShape), next_cursor: nextCursor })
    .describe('A page of tasks, the newest first.'),
);

/** The tasks of the account, page by page. */
export const list = defineOperation({
  method: 'GET',
  path: '/v1/verify/tasks',
  tag: 'tasks',
  scope: 'read',
  summary: 'List the tasks of the account, newest first',
  query: listQuery,
  reply: json(200, {
    description: 'A page of tasks',
    shape: taskPageShape,
    example: { tasks: [DONE_TASK], next_cursor: null },
  }),
  errors: ['not_supported'],
  async run(service, { accountId, query: { status, file_name: fileName, cursor, limit } }) {
    const page = await service.list({
      accountId,
      limit,
      ...(status === undefined ? {} : { status }),
      ...(fileName === undefined ? {} : { fileName }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    return { tasks: page.tasks.map(wireTask), next_cursor: page.nextCursor };
  },
});
