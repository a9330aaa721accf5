import type { Statement } from '@dialproof/core';
import { CREDIT_ENTRY_KINDS } from '@dialproof/core/model';
import { z } from 'zod';
import { component, isoTime, nextCursor, pageParameters, timestamp } from '../../wire/common-shapes.js';
import { json } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { TASK_ID } from '../tasks/task-shape.js';

const entryKind = component('CreditEntryKind', z.enum(CREDIT_ENTRY_KINDS));

const entryShape = component(
  'CreditEntry',
  z
    .strictObject({
      entry_id: z.string(),
      at: timestamp,
      kind: entryKind,
      credits: z.int().describe("Negative for a charge, and for the sum of a month's charges."),
      task_id: z.string().nullable().describe('The charged task; null if there is none.'),
    })
    .describe('A change of the credits.'),
);

const entryPageShape = component(
  'CreditEntryPage',
  z
    .strictObject({ entries: z.array(entryShape), next_cursor: nextCursor })
    .describe('A page of the statement, the newest entry first.'),
);

const entryQuery = component('CreditEntryQuery', z.object(pageParameters));

type WireCreditEntryPage = z.infer<typeof entryPageShape>;

/** The changes of the account's credits, page by page. */
export const creditEntries = defineOperation({
  method: 'GET',
  path: '/v1/credits/entries',
  tag: 'account',
  scope: 'read',
  summary: 'List the changes of the credits, newest first',
  query: entryQuery,
  reply: json(200, {
    description:
      'A page of the statement: grants and charges, each charge with its task; old charges may be one sum a month',
    shape: entryPageShape,
    example: {
      entries: [
        { entry_id: '2', at: '2026-01-02T03:04:06.480Z', kind: 'charge', credits: -2, task_id: TASK_ID },
        { entry_id: '1', at: '2026-01-01T00:00:00.000Z', kind: 'grant', credits: 102, task_id: null },
      ],
      next_cursor: null,
    },
  }),
  errors: ['not_supported'],
  run: async (service, { accountId, query: { cursor, limit } }) =>
    wirePage(await service.creditEntries({ accountId, limit, ...(cursor === undefined ? {} : { cursor }) })),
});

function wirePage({ entries, nextCursor }: Statement): WireCreditEntryPage {
  return {
    entries: entries.map(({ entryId, at, kind, credits, taskId }) => ({
      entry_id: entryId,
      at: isoTime(at),
      kind,
      credits,
      task_id: taskId,
    })),
    next_cursor: nextCursor,
  };
}
