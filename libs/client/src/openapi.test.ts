import { type OperationObject, openApiDocument } from '@dialproof/http/wire';
import { describe, expect, it } from 'vitest';
import type { DialproofClient } from './dialproof-client.js';
import { sampleTask } from './fixtures/sample-task.fixture.js';
import { json, type SentRequest, scriptedClient } from './fixtures/scripted-fetch.fixture.js';

const FILE = { name: 'people.csv', content: 'phone\n' };
const FILE_SETTINGS = {
  default_country: 'DE',
  consent_date_column: 'Consent',
  consent_date_column_index: 3,
  country_column: 'Country',
  country_column_index: 2,
  default_area_code: '30',
  several_numbers: 'first',
  encoding: 'cp850',
  fresh_within: '14d',
  reading: 'remembered',
  header_row: 2,
  phone_column: 'phone',
  phone_column_index: 1,
  sheet: 'People',
} as const;
const MONTHLY = { every: 'month', day: 1, hour: 9, time_zone: 'UTC' } as const;
const EVENTS = { headers: { 'content-type': 'text/event-stream' } };
const PAGE = { tasks: [], entries: [], next_cursor: null };

type Call = (client: DialproofClient) => Promise<unknown>;

/** Each operation of the API, asked for with all that it takes, and an answer. What comes or is sent in two forms is asked for twice. */
const CALLS: Readonly<
  Record<string, readonly [Call, () => Response, ...(readonly [Call, () => Response] | readonly [])]>
> = {
  verify: [
    (client) => client.verify('+14155550100', { consentDate: '2024-05-01', freshWithin: '14d' }),
    () => json(200, {}),
  ],
  submit: [
    (client) => client.submit(FILE, { ...FILE_SETTINGS, max_credits: 3 }),
    () => json(202, { task_id: 'an-id', total: 1 }),
  ],
  preview: [(client) => client.preview(FILE, { ...FILE_SETTINGS, keep_upload: true }), () => json(200, {})],
  list: [
    (client) => client.tasks({ status: 'done', file_name: 'a', limit: 5 }).page('next'),
    () => json(200, PAGE),
  ],
  poll: [(client) => client.task('an-id').get(), () => json(200, {})],
  rows: [
    (client) =>
      client
        .task('an-id')
        .rows({ status: ['dead'], limit: 5 })
        .page('next'),
    () => json(200, { rows: [], next_cursor: null }),
  ],
  changes: [
    (client) =>
      client
        .task('an-id')
        .changes({ against: 'other', change: ['came'], key_column: 'id', limit: 5 })
        .page('next'),
    () => json(200, { changes: [], counts: {}, next_cursor: null }),
    async (client) =>
      (await client.task('an-id').downloadChanges({ against: 'other', neutralize_formulas: true })).cancel(),
    () => new Response('phone\n', { headers: { 'dialproof-rows': '0' } }),
  ],
  remove: [(client) => client.task('an-id').delete(), () => new Response(null, { status: 204 })],
  cancel: [(client) => client.task('an-id').cancel(), () => json(200, {})],
  retry: [(client) => client.task('an-id').retry(), () => json(202, {})],
  events: [
    (client) => client.task('an-id').waitForEnd(),
    () => new Response(`data: ${JSON.stringify(sampleTask({ status: 'done' }))}\n\n`, EVENTS),
  ],
  download: [
    async (client) =>
      (
        await client.download('an-id', {
          format: 'csv',
          status: ['dead'],
          columns: ['status'],
          partial: true,
          previous: 'other',
          suppressed: 'leave_out',
          neutralize_formulas: false,
        })
      ).cancel(),
    () => new Response('phone\n', { headers: { 'dialproof-rows': '0' } }),
  ],
  showAccount: [(client) => client.account(), () => json(200, {})],
  credits: [(client) => client.credits(), () => json(200, {})],
  creditEntries: [
    (client) => client.creditEntries({ limit: 5 }).page('next'),
    () => json(200, PAGE),
    async (client) => (await client.downloadCreditEntries()).cancel(),
    () => new Response('at\n', { headers: { 'content-disposition': 'attachment' } }),
  ],
  createList: [
    (client) =>
      client.lists.create({
        ...{ name: 'a', task_id: 'an-id', fresh_within: '60d', max_credits: 3, key_column: 'id' },
        schedule: MONTHLY,
      }),
    () => json(201, {}),
    (client) =>
      client.lists.create({
        ...{ ...FILE_SETTINGS, file: FILE, max_credits: 3 },
        ...{ name: 'a', schedule: MONTHLY, key_column: 'id' },
      }),
    () => json(201, {}),
  ],
  listLists: [(client) => client.lists.list(), () => json(200, { lists: [] })],
  showList: [(client) => client.lists.get('an-id'), () => json(200, {})],
  changeList: [
    (client) =>
      client.lists.change('an-id', {
        ...{ name: 'a', task_id: 'an-id', fresh_within: null, max_credits: null, schedule: null },
        key_column: null,
      }),
    () => json(200, {}),
  ],
  removeList: [(client) => client.lists.delete('an-id'), () => new Response(null, { status: 204 })],
  listRuns: [(client) => client.lists.runs('an-id'), () => json(200, { runs: [] })],
  runList: [
    (client) => client.lists.run('an-id'),
    () => json(202, { task_id: 'an-id', total: 1 }),
    (client) => client.lists.runFile('an-id', FILE, { ...FILE_SETTINGS, max_credits: 3 }),
    () => json(202, { task_id: 'an-id', total: 1 }),
  ],
  listChanges: [
    (client) =>
      client.lists
        .changes('an-id', { since: '2026-01-02T00:00:00Z', change: ['came'], key_column: 'id', limit: 5 })
        .page('next'),
    () => json(200, { changes: [], counts: {}, next_cursor: null }),
    async (client) => (await client.lists.downloadChanges('an-id', { neutralize_formulas: true })).cancel(),
    () => new Response('phone\n', { headers: { 'dialproof-rows': '0' } }),
  ],
  listSuppressions: [
    (client) => client.suppressions.list({ limit: 5 }).page('next'),
    () => json(200, { suppressions: [], next_cursor: null }),
  ],
  addSuppressions: [(client) => client.suppressions.add(['+14155550100']), () => json(200, {})],
  suppressFile: [
    (client) => {
      const {
        consent_date_column: _,
        consent_date_column_index: __,
        fresh_within: ___,
        reading: ____,
        ...settings
      } = FILE_SETTINGS;
      return client.suppressions.addFile(FILE, settings);
    },
    () => json(200, {}),
  ],
  removeSuppression: [
    (client) => client.suppressions.remove('+14155550100'),
    () => json(200, { removed: true }),
  ],
  eraseNumber: [(client) => client.eraseNumber('+14155550100', { suppress: true }), () => json(200, {})],
  createWebhook: [
    (client) => client.webhooks.create({ url: 'https://a.example', events: ['task.done'] }),
    () => json(201, {}),
  ],
  listWebhooks: [(client) => client.webhooks.list(), () => json(200, { webhooks: [] })],
  removeWebhook: [(client) => client.webhooks.delete('an-id'), () => new Response(null, { status: 204 })],
  replayWebhook: [
    (client) => client.webhooks.replay('an-id', { since: '2026-01-02T00:00:00Z', which: 'all' }),
    () => json(202, {}),
  ],
  rotateWebhookSecret: [(client) => client.webhooks.rotateSecret('an-id'), () => json(200, {})],
  listDeliveries: [
    (client) => client.webhooks.deliveries('an-id', { limit: 5 }).page('next'),
    () => json(200, { deliveries: [], next_cursor: null }),
  ],
  createToken: [
    (client) =>
      client.tokens.create({
        name: 'crm',
        scopes: ['read'],
        expires_at: '2101-01-02T00:00:00Z',
        max_credits_per_day: 1_000,
        max_credits_per_task: 100,
      }),
    () => json(201, {}),
  ],
  listTokens: [(client) => client.tokens.list(), () => json(200, { tokens: [] })],
  removeToken: [(client) => client.tokens.revoke('an-id'), () => new Response(null, { status: 204 })],
  register: [(client) => client.register('data@example.com'), () => json(201, {})],
  describe: [(client) => client.describe(), () => json(200, {})],
};

interface Described {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

const OPERATIONS: readonly Described[] = Object.entries(Object(openApiDocument()['paths'])).flatMap(
  ([path, methods]) =>
    Object.entries(Object(methods)).map(([method, operation]) => ({
      name: String(Reflect.get(Object(operation), 'operationId')),
      method: method.toUpperCase(),
      path,
      // Each method of a path is an operation.
      operation: operation as OperationObject,
    })),
);

async function sentBy(call: Call, answer: () => Response): Promise<SentRequest> {
  const { client, sent } = scriptedClient([answer()]);
  await call(client);
  expect(sent).toHaveLength(1);
  return sent[0] as SentRequest;
}

/** The request of an operation and all of its bodies; of one that has two requests, the second has further parameters or another body. */
async function requestOf(
  name: string,
): Promise<SentRequest & { readonly bodies: readonly SentRequest['body'][] }> {
  const [call, answer, otherCall, otherAnswer] = CALLS[name] ?? [];
  if (call === undefined || answer === undefined) throw new Error(`the client does not ask for ${name}`);
  const sent = await sentBy(call, answer);
  if (otherCall === undefined || otherAnswer === undefined) return { ...sent, bodies: [sent.body] };
  const other = await sentBy(otherCall, otherAnswer);
  expect([other.method, other.url.pathname]).toEqual([sent.method, sent.url.pathname]);
  for (const [parameter, value] of other.url.searchParams) sent.url.searchParams.set(parameter, value);
  return { ...sent, bodies: [sent.body, other.body] };
}

/** The names of the properties of each body that an operation takes. */
function bodyFields(operation: unknown): readonly (readonly string[])[] {
  const contents = Object.values(Object(Reflect.get(Object(operation), 'requestBody')?.content));
  return contents.map((content) => fieldsOf(Object(content).schema));
}

/** Those of a schema, which may be a reference. */
function fieldsOf(schema: { readonly $ref?: unknown } | undefined): readonly string[] {
  const document: unknown = openApiDocument();
  const reference: unknown = schema?.$ref;
  const found =
    typeof reference === 'string'
      ? reference
          .slice(2)
          .split('/')
          .reduce((at, key) => Reflect.get(Object(at), key), document)
      : schema;
  return Object.keys(Object(Reflect.get(Object(found), 'properties'))).sort();
}

function sentFields(body: SentRequest['body']): readonly string[] {
  if (body instanceof FormData) return [...body.keys()].sort();
  return typeof body === 'string' ? Object.keys(JSON.parse(body)).sort() : [];
}

describe('the client and the OpenAPI document', () => {
  it('have the same operations', () => {
    expect(Object.keys(CALLS).sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
  });

  it.each(OPERATIONS)('agree on $name', async ({ name, method, path, operation }) => {
    const sent = await requestOf(name);
    expect(sent.method).toBe(method);
    expect(sent.url.pathname).toBe(`/phones${path.replace(/\{\w+\}/, 'an-id')}`);
    const isOpen = JSON.stringify(Reflect.get(operation, 'security')) === '[]';
    expect(sent.headers.has('authorization')).toBe(!isOpen);
    const parameters = (operation.parameters ?? []).filter(({ in: place }) => place !== 'path');
    const inQuery = parameters
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => parameter.name);
    // What a form may say, it says there.
    expect([...sent.url.searchParams.keys()].sort()).toEqual(
      sent.body instanceof FormData ? [] : inQuery.sort(),
    );
    // A form has a file, or names a kept one.
    const sentBodies = sent.bodies.map(sentFields).filter((fields) => fields.length > 0);
    expect(sentBodies).toEqual(
      bodyFields(operation).map((fields) => fields.filter((field) => field !== 'upload_id')),
    );
    const takesKey = parameters.some((parameter) => parameter.name.toLowerCase() === 'idempotency-key');
    expect(sent.headers.has('idempotency-key')).toBe(takesKey);
  });
});
