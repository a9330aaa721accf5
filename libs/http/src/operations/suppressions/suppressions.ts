import { notSupported, SUPPRESSIONS_AT_ONCE, type Suppressions } from '@dialproof/core';
import { z } from 'zod';
import { fileSettings } from '../../uploads/file-settings.js';
import { component, count, nextCursor, pageParameters, text, timestamp } from '../../wire/common-shapes.js';
import { given } from '../../wire/wire-values.js';
import { fileForm, json, jsonBody } from '../definition/content.js';
import { defineOperation, type PartOf } from '../definition/define-operation.js';
import { factsOf, fileFactsShape } from '../tasks/task-shape.js';

const SUPPRESSIONS: PartOf<Suppressions> = {
  of: ({ service }) => service.suppressions,
  refusal: () => notSupported('suppressions'),
};

const EXAMPLE = { phone: '+41791234567', added_at: '2026-01-02T03:04:05.000Z' };

const suppressionShape = component('Suppression', 'A number that must not be called.').strict({
  phone: text.describe('In E.164.'),
  added_at: timestamp,
});

const suppressionPageShape = component('SuppressionPage').strict({
  suppressions: z.array(suppressionShape),
  next_cursor: nextCursor,
});

export const listSuppressions = defineOperation({
  method: 'GET',
  path: '/v1/suppressions',
  tag: 'numbers',
  scope: 'read',
  summary: 'List the numbers that must not be called, newest first',
  part: SUPPRESSIONS,
  query: component('SuppressionQuery').open(pageParameters),
  reply: json(200, {
    description: 'A page of numbers',
    shape: suppressionPageShape,
    example: { suppressions: [EXAMPLE], next_cursor: null },
  }),
  errors: [],
  async run(suppressions, { accountId, query: { cursor, limit } }) {
    const { numbers, nextCursor } = await suppressions.list({ accountId, limit, ...given({ cursor }) });
    return { suppressions: numbers, nextCursor };
  },
});

const added = {
  numbers: count.describe('Distinct numbers that were sent.'),
  added: count.describe('The numbers among them that were not suppressed before.'),
};

/** Adds all numbers or none. The reply has none of them: a reply with an `Idempotency-Key` is kept for a day. */
export const addSuppressions = defineOperation({
  method: 'POST',
  path: '/v1/suppressions',
  tag: 'numbers',
  scope: 'batch',
  summary: 'Suppress numbers: they are not checked, and cost nothing',
  part: SUPPRESSIONS,
  body: jsonBody({
    shape: component('SuppressionRequest').open({
      phones: z
        .array(text)
        .min(1)
        .max(SUPPRESSIONS_AT_ONCE)
        .describe('Numbers, written as for a single check. If one of them is not a number, none is added.'),
    }),
    example: { phones: ['+41 79 123 45 67'] },
  }),
  reply: json(200, {
    description: 'How many were added',
    shape: component('AddedSuppressions').strict(added),
    example: { numbers: 1, added: 1 },
  }),
  errors: ['invalid_phone', 'too_many_suppressions'],
  run: (suppressions, { accountId, body: { phones } }) => suppressions.add({ accountId, phones }),
});

// What concerns checks says nothing here.
const settings = component('SuppressionFileSettings').of(
  fileSettings.omit({
    consent_date_column: true,
    consent_date_column_index: true,
    fresh_within: true,
    reading: true,
  }),
  fileSettings,
);

const suppressedFileShape = component('SuppressedFile').extending(fileFactsShape, {
  ...added,
  total: count.describe('Rows in the file.'),
  rows_without_number: count.describe(
    'Rows without a number that can be read. Nothing of them is suppressed.',
  ),
});

export const suppressFile = defineOperation({
  method: 'POST',
  path: '/v1/suppressions/file',
  tag: 'numbers',
  scope: 'batch',
  policy: 'files',
  summary: 'Suppress the numbers of a .csv or .xlsx file',
  part: SUPPRESSIONS,
  body: fileForm(settings),
  query: settings,
  reply: json(200, {
    description: 'How the file was read, and how many numbers were added',
    shape: suppressedFileShape,
    example: {
      ...{
        file_name: 'do-not-call.csv',
        sheet: null,
        encoding: 'utf-8',
        notes: [],
        unread: { no_digits: 1 },
      },
      ...{ phone_column: 'Mobile', phone_column_index: 1 },
      ...{ numbers: 2, added: 2, total: 3, rows_without_number: 1 },
    },
  }),
  errors: ['too_many_suppressions'],
  async run(suppressions, { body }) {
    const found = await suppressions.addFile(body.request);
    return { ...found, ...factsOf(found.file) };
  },
});

/** The number comes in the body, and never in a path: proxies and servers write paths into logs. */
export const removeSuppression = defineOperation({
  method: 'POST',
  path: '/v1/suppressions/remove',
  tag: 'numbers',
  scope: 'batch',
  summary: 'Allow checks of a suppressed number again',
  part: SUPPRESSIONS,
  body: jsonBody({
    shape: component('SuppressionRemoval').open({ phone: text }),
    example: { phone: EXAMPLE.phone },
    refusals: { phone: 'invalid_phone' },
  }),
  reply: json(200, {
    description: 'Whether it was suppressed',
    shape: component('RemovedSuppression').strict({ removed: z.boolean() }),
    example: { removed: true },
  }),
  errors: ['invalid_phone'],
  run: async (suppressions, { accountId, body: { phone } }) => ({
    removed: await suppressions.remove({ accountId, phone }),
  }),
});
