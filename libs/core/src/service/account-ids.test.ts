import { describe, expect, it } from 'vitest';
import type { AccountId } from '../model/identifiers.js';
import { accountId, taskId } from '../model/identifiers.js';
import { csvContent, trialService } from './trial-service.fixture.js';

const NONE: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['a fraction', 1.5],
  ['a number that is not exact', 2 ** 53],
  ['an object', { id: 1 }],
  ['a list', ['alice']],
  ['true', true],
  ['a bigint', 5n],
  ['an empty text', ''],
  ['a text of 256 characters', 'x'.repeat(256)],
  ['a text with NUL', 'ali\0ce'],
  ['a text with half a character', 'ali\ud800ce'],
];

describe('an account id', () => {
  it.each(NONE)('that is invalid is a TypeError: %s', (_, value) => {
    // Only a host without types can pass this.
    expect(() => accountId(value as string)).toThrow(TypeError);
  });

  it('is refused without being shown, since it may be a secret by mistake', () => {
    expect(() => accountId(`token-${'x'.repeat(300)}`)).toThrow(/not a text of 306 characters$/);
    expect(() => accountId(undefined as unknown as string)).toThrow(/not undefined$/);
  });

  it.each([
    ['alice', 'alice'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [42, '42'],
    [0, '0'],
    [-7, '-7'],
    ['ali\u{1f600}ce', 'ali\u{1f600}ce'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ])('may be a text or a safe integer: %s', (value, text) => {
    expect(accountId(value)).toBe(text);
  });
});

describe('every operation of a service', () => {
  it.each(NONE)(
    'rejects with TypeError for an invalid account id, and does nothing: %s',
    async (_, value) => {
      const { ledger, service, store } = await trialService();
      // Only a host without types can pass this.
      const account = value as AccountId;
      const request = { accountId: account, taskId: taskId('any') };
      const begun = [
        () => service.verify({ accountId: account, phone: '+14155550100' }),
        () =>
          service.submit({
            accountId: account,
            fileName: 'a.csv',
            content: csvContent('phone\n+14155550100\n'),
          }),
        () => service.task(request),
        () => service.cancel(request),
        () => service.retry(request),
        () => service.results(request),
        () => service.balance(account),
        async () => await service.watch(request)[Symbol.asyncIterator]().next(),
      ];
      for (const begin of begun) {
        await expect((async () => await begin())()).rejects.toThrow(TypeError);
      }
      expect(await store.claim({ leaseMs: 1, limit: 1, taskId: null })).toEqual({
        claims: [],
        outage: null,
        retryAfterMs: null,
      });
      expect(await ledger.balance(accountId('undefined'))).toEqual({ available: 0, held: 0 });
    },
  );

  it('takes a numeric account id for its decimal text', async () => {
    const { ledger, service, workToEnd } = await trialService({}, accountId('42'));
    await ledger.grant(accountId('42'), 10);
    // Only a host without types can pass this.
    const numeric = 42 as unknown as AccountId;
    const content = csvContent('phone\n+14155550100\n');
    const task = await service.submit({ accountId: numeric, fileName: 'a.csv', content });
    expect(task.accountId).toBe('42');
    await workToEnd(task);
    expect(await service.task({ accountId: numeric, taskId: task.taskId })).toMatchObject({ status: 'done' });
    expect(await service.balance(numeric)).toEqual({ available: 9, held: 0 });
    expect(await service.verify({ accountId: numeric, phone: '+14155550101' })).toMatchObject({
      status: 'telegram_registered',
    });
  });
});
