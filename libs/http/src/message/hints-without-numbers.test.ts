import {
  accountId,
  createVerificationService,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryTaskStore,
  type NumberChecker,
} from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { createFetchHandler } from '../fetch/fetch-handler.js';
import type { ContractWebhooks } from '../operations/webhooks/contract-webhooks.js';

const ANN = accountId('ann');
const NUMBER = '41791234567';

const unexpected = (): never => {
  throw new TypeError('no request of these cases gets as far as this');
};
const webhooks: ContractWebhooks = {
  create: unexpected,
  list: unexpected,
  remove: unexpected,
  rotate: unexpected,
  deliveries: unexpected,
  replay: unexpected,
};
const checker: NumberChecker = { check: unexpected };

async function createHandler() {
  const store = new MemoryTaskStore();
  const ledger = new MemoryCreditLedger();
  await ledger.grant(ANN, 100);
  return createFetchHandler({
    service: createVerificationService({
      store,
      ledger,
      checker,
      queue: null,
      archive: store,
      statement: ledger,
    }),
    authenticator: new MemoryAuthenticator([['good', { accountId: ANN, suspended: false }]]),
    webhooks,
  });
}

function json(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function ofHeaders(headers: Readonly<Record<string, string>>): RequestInit {
  return { method: 'POST', headers, body: '{}' };
}

function upload(
  fields: Readonly<Record<string, string>>,
  { field = 'file', fileName = 'a.csv' } = {},
): RequestInit {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append(field, new Blob([`phone\n+${NUMBER}\n`]), fileName);
  return { method: 'POST', body };
}

const REQUESTS: readonly (readonly [what: string, path: string, init: RequestInit])[] = [
  ['a phone that is no text', '/v1/verify', json({ phone: Number(NUMBER) })],
  ['a phone in a list', '/v1/verify', json({ phone: [`+${NUMBER}`] })],
  ['a phone without its calling code', '/v1/verify', json({ phone: NUMBER })],
  ['a phone with words behind it', '/v1/verify', json({ phone: `+${NUMBER} at home` })],
  [
    'a phone in place of an event',
    '/v1/webhooks',
    json({ url: 'https://a.example', events: [`+${NUMBER}`] }),
  ],
  ['a phone in place of a time', '/v1/webhooks/1/replay', json({ since: '+41 79 123 45 67' })],
  [
    'a phone in place of a choice',
    '/v1/webhooks/1/replay',
    json({ since: '2026-01-02T03:04:05Z', which: NUMBER }),
  ],
  ['a phone as the type of a body', '/v1/verify', ofHeaders({ 'content-type': `+${NUMBER}` })],
  ['a phone as the type of a file', '/v1/verify/batch', ofHeaders({ 'content-type': NUMBER })],
  [
    'a phone as the encoding of a body',
    '/v1/verify',
    ofHeaders({ 'content-type': 'application/json', 'content-encoding': `+${NUMBER}` }),
  ],
  ['a phone in a query', `/v1/verify/tasks?limit=${NUMBER}`, {}],
  ['a phone in place of a status', `/v1/verify/tasks?status=%2B${NUMBER}`, {}],
  ['a phone as the format of a result', `/v1/verify/tasks/1/download?format=%2B${NUMBER}`, {}],
  ['a phone as the position of a page', `/v1/credits/entries?cursor=%2B${NUMBER}`, {}],
  ['a phone as the column', '/v1/verify/batch', upload({ phone_column: `+${NUMBER}` })],
  ['a phone as the column, as a position', '/v1/verify/batch', upload({ phone_column: NUMBER })],
  ['a phone as the index of the column', '/v1/verify/batch', upload({ phone_column_index: NUMBER })],
  ['a phone as the sheet', '/v1/verify/batch', upload({ sheet: `+${NUMBER}` })],
  ['a phone as the country', '/v1/verify/batch', upload({ default_country: `+${NUMBER}` })],
  [
    'a phone as the area code',
    '/v1/verify/batch',
    upload({ default_country: 'CH', default_area_code: NUMBER }),
  ],
  ['a phone as the header', '/v1/verify/batch', upload({ header_row: `+${NUMBER}` })],
  ['a phone as the row of the header', '/v1/verify/batch', upload({ header_row: NUMBER })],
  ['a phone as the encoding', '/v1/verify/batch', upload({ encoding: NUMBER })],
  ['a phone among choices', '/v1/verify/batch', upload({ several_numbers: `+${NUMBER}` })],
  ['a file in a field of that name', '/v1/verify/batch', upload({}, { field: `+${NUMBER}` })],
  ['a file whose name ends so', '/v1/verify/batch', upload({}, { fileName: `a.${NUMBER}` })],
];

describe('a hint', () => {
  it.each(REQUESTS)('does not repeat %s', async (_what, path, init) => {
    const handler = await createHandler();
    const headers = { authorization: 'Bearer good', ...init.headers };
    const reply = await handler(new Request(`http://x${path}`, { ...init, headers }));
    const { hint } = (await reply.json()) as { hint?: string };
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(hint).toEqual(expect.any(String));
    expect(hint?.replace(/\D/g, '')).not.toContain(NUMBER.slice(2));
  });
});
