import type { AccountRegistry, PhoneLists, Suppressions } from '@dialproof/core';
import { WEEKDAYS } from '@dialproof/core/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { type ServedContract, serveContract } from '../fixtures/serve-contract.fixture.js';
import type { ContractWebhooks } from './webhooks/contract-webhooks.js';

const unexpected = (): never => {
  throw new TypeError('no body of these cases gets as far as this');
};
const accounts: AccountRegistry = { register: unexpected };
const webhooks: ContractWebhooks = {
  create: unexpected,
  list: unexpected,
  remove: unexpected,
  rotate: unexpected,
  deliveries: unexpected,
  replay: unexpected,
};
const lists: PhoneLists = {
  create: unexpected,
  all: unexpected,
  find: unexpected,
  change: unexpected,
  remove: unexpected,
  run: unexpected,
  changes: unexpected,
};
const suppressions: Suppressions = {
  list: unexpected,
  add: unexpected,
  addFile: unexpected,
  remove: unexpected,
};
const LIST = { name: 'Customers', task_id: '00000000-0000-0000-0000-000000000000' };
const EVENTS = 'task.done, task.failed, list.changed, list.skipped, credits.low';
const TIME = 'a time in UTC, such as 2026-01-02T03:04:05Z';
const URL = 'https://receiver.example';

let served: ServedContract;
beforeAll(async () => {
  served = await serveContract({ lists, suppressions }, { accounts, webhooks });
});
afterAll(() => served.close());

async function refusal(path: string, body: unknown): Promise<unknown> {
  const reply = await fetch(`${served.baseUrl}/v1/${path}`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [reply.status, await reply.json()];
}

describe('a JSON body of the wrong shape', () => {
  it.each<[string, unknown, string]>([
    ['verify', {}, 'the body has no "phone", which must be text'],
    ['verify', { phone: 14155552671 }, `the body's "phone" must be text, not a number of 11 digits`],
    ['verify', { phone: null }, `the body's "phone" must be text, not null`],
    ['verify', { phone: ['+14155552671'] }, `the body's "phone" must be text, not a list of 1`],
  ])('of %s is an invalid phone: %j', async (path, body, hint) => {
    expect(await refusal(path, body)).toEqual([422, { detail: 'invalid_phone', hint }]);
  });

  it.each<[string, unknown, string]>([
    ['accounts', {}, 'the body has no "email", which must be text'],
    ['accounts', { email: { at: 'example.com' } }, `the body's "email" must be text, not an object`],
  ])('of %s is an invalid email: %j', async (path, body, hint) => {
    expect(await refusal(path, body)).toEqual([422, { detail: 'invalid_email', hint }]);
  });

  it.each<[string, unknown, string]>([
    ['webhooks', { events: ['task.done'] }, 'the body has no "url", which must be text'],
    ['webhooks', { url: true, events: ['task.done'] }, `the body's "url" must be text, not true`],
    [
      'webhooks',
      { url: URL },
      `the body has no "events", which must be a list with at least one of ${EVENTS}`,
    ],
    [
      'webhooks',
      { url: URL, events: [] },
      `the body's "events" must be a list with at least one of ${EVENTS}, not an empty list`,
    ],
    [
      'webhooks',
      { url: URL, events: 'task.done' },
      `the body's "events" must be a list with at least one of ${EVENTS}, not "task.done"`,
    ],
    [
      'webhooks',
      { url: URL, events: ['task.done', 'task.begun'] },
      `the body's "events[1]" must be one of ${EVENTS}, not "task.begun"`,
    ],
    ['webhooks/x/replay', {}, `the body has no "since", which must be ${TIME}`],
    ['webhooks/x/replay', { since: 'yesterday' }, `the body's "since" must be ${TIME}, not "yesterday"`],
    [
      'webhooks/x/replay',
      { since: '2026-01-02T03:04:05Z', which: 'none' },
      `the body's "which" must be one of undelivered, all, not "none"`,
    ],
    [
      'lists',
      { ...LIST, schedule: { every: 'month', day: 31, hour: 9, time_zone: 'UTC' } },
      `the body's "schedule.day" must be a whole number from 1 to 28, or one of ${WEEKDAYS.join(', ')}, not 31`,
    ],
    [
      'lists',
      { ...LIST, schedule: { every: 'month', day: 1, time_zone: 'UTC' } },
      `the body has no "schedule.hour", which must be a whole number from 0 to 23`,
    ],
    [
      'suppressions',
      { phones: Array(1_001).fill('+14155552671') },
      `the body's "phones" must be a list of 1 to 1000 texts, not a list of 1001`,
    ],
    [
      'lists',
      { ...LIST, max_credits: 2 ** 53 },
      `the body's "max_credits" must be a whole number from 0, not a number of 16 digits`,
    ],
    [
      'lists',
      { ...LIST, max_credits: 1.5 },
      `the body's "max_credits" must be a whole number from 0, not 1.5`,
    ],
    ['lists', { ...LIST, schedule: 'daily' }, `the body's "schedule" must be an object, not "daily"`],
    [
      'lists',
      { ...LIST, schedule: { every: 'week', day: 'mo', hour: 9, time_zone: 'UTC' } },
      `the body's "schedule.day" must be a whole number from 1 to 28, or one of ${WEEKDAYS.join(', ')}, not "mo"`,
    ],
  ])('of %s is malformed: %j', async (path, body, hint) => {
    expect(await refusal(path, body)).toEqual([400, { detail: 'malformed_request', hint }]);
  });

  it('is quoted by its beginning', async () => {
    const hint = `the body's "since" must be ${TIME}, not "${'y'.repeat(39)}...`;
    expect(await refusal('webhooks/x/replay', { since: 'y'.repeat(60_000) })).toEqual([
      400,
      { detail: 'malformed_request', hint },
    ]);
  });
});
