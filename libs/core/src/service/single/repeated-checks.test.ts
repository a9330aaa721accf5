import { describe, expect, it, vi } from 'vitest';
import { until } from '../../async/turns.fixture.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import { MemoryCreditLedger } from '../../memory/credits/memory-credit-ledger.js';
import { ManualClock } from '../../memory/manual-clock.js';
import { DialproofError } from '../../model/errors.js';
import type { NumberChecker } from '../../ports/number-checker.js';
import { ALICE, digitChecker, type Trial, trialService } from '../trial-service.fixture.js';

const REQUEST = { accountId: ALICE, phone: '+14155550100', requestId: 'key-1' };
const ANSWER = { status: 'wa_registered' };

/** A checker whose answer depends on the position of the call. `asked` gets the checked numbers. */
function counting(asked: string[]): NumberChecker {
  return {
    async check(number) {
      asked.push(number);
      return { status: 'wa_registered', source: asked.length === 1 ? 'first' : 'second', reason: 'EC_1' };
    },
  };
}

/** A ledger with a method that stops working, as if the process were killed at that call. */
async function killedAt(
  method: 'hold' | 'settle',
  when: (call: number) => boolean,
  checker: NumberChecker = digitChecker,
): Promise<Trial> {
  const ledger = new MemoryCreditLedger();
  await ledger.grant(ALICE, 1_000);
  const trial = await trialService({ ledger, checker });
  let calls = 0;
  const dying =
    <Request, Result>(original: (request: Request) => Promise<Result>) =>
    async (request: Request): Promise<Result> => {
      calls += 1;
      const result = await original(request);
      if (when(calls)) throw new Error('killed');
      return result;
    };
  if (method === 'hold') ledger.hold = dying(ledger.hold.bind(ledger));
  else ledger.settle = dying(ledger.settle.bind(ledger));
  return trial;
}

it('a check without a request id leaves no answer in the ledger, since it cannot be repeated', async () => {
  const { ledger, service } = await trialService();
  const settled = vi.spyOn(ledger, 'settle');
  await service.verify({ accountId: ALICE, phone: REQUEST.phone });
  await service.verify(REQUEST);
  const kept = settled.mock.calls.map(([{ credits, keep }]) => [credits, typeof keep]);
  expect(kept.filter(([credits]) => credits === 1)).toEqual([
    [1, 'undefined'],
    [1, 'string'],
  ]);
});

describe('a check with a request id', () => {
  it('is charged once, however often it is repeated', async () => {
    const { service, ledger } = await trialService();
    for (let repeat = 0; repeat < 4; repeat += 1) {
      expect(await service.verify(REQUEST)).toMatchObject(ANSWER);
    }
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });

  it('is charged separately from requests with another id, another account or no id', async () => {
    const { service, ledger } = await trialService();
    await service.verify(REQUEST);
    await service.verify({ ...REQUEST, requestId: 'key-2' });
    await service.verify({ accountId: ALICE, phone: REQUEST.phone });
    expect(await ledger.balance(ALICE)).toEqual({ available: 997, held: 0 });
  });

  it('is charged once if the process was killed after its charge', async () => {
    // The first settle returns the outcome of earlier attempts; the second one charges.
    const { service, ledger } = await killedAt('settle', (call) => call === 2);
    await expect(service.verify(REQUEST)).rejects.toThrow('killed');
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
    expect(await service.verify(REQUEST)).toMatchObject(ANSWER);
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });

  it('is charged once if the process was killed after its hold, which returns', async () => {
    const { service, ledger, failures } = await killedAt('hold', (call) => call === 1);
    await expect(service.verify(REQUEST)).rejects.toThrow('killed');
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 1 });
    expect(await service.verify(REQUEST)).toMatchObject(ANSWER);
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
    expect(failures).toEqual([]);
  });

  it('is charged when an earlier one failed or was refused', async () => {
    let isDown = true;
    const checker: typeof digitChecker = {
      check: (number, context) =>
        isDown ? Promise.reject(new Error('the upstream answered 502')) : digitChecker.check(number, context),
    };
    const { service, ledger } = await trialService({ checker });
    for (let repeat = 0; repeat < 3; repeat += 1) {
      expect(await service.verify(REQUEST)).toMatchObject({ status: 'unknown' });
    }
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    isDown = false;
    expect(await service.verify(REQUEST)).toMatchObject(ANSWER);
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });

  it('gets the answer that was charged before the process was killed, without a call', async () => {
    const asked: string[] = [];
    const { service, ledger } = await trialService({ checker: counting(asked) });
    const [first, second] = [await service.verify(REQUEST), await service.verify(REQUEST)];
    expect(second).toEqual(first);
    expect(first).toMatchObject({ ...ANSWER, source: 'first', reason: 'EC_1' });
    expect(asked).toEqual([REQUEST.phone]);
    // Another process over the same ledger.
    const other = await trialService({ ledger, checker: counting(asked) });
    expect(await other.service.verify(REQUEST)).toEqual(first);
    expect(asked).toEqual([REQUEST.phone]);
    expect(await other.service.verify({ ...REQUEST, phone: '+14155550101' })).toMatchObject(ANSWER);
    expect(asked).toEqual([REQUEST.phone, '+14155550101']);
    expect(await ledger.balance(ALICE)).toEqual({ available: 998, held: 0 });
  });

  it.each([
    ['before', 2],
    ['before, and again at its repeat', 3],
  ])('gets the answer whose settlement failed %s it took effect, and asks nobody', async (_, failures) => {
    const ledger = new MemoryCreditLedger();
    await ledger.grant(ALICE, 1_000);
    const asked: string[] = [];
    const { service } = await trialService({ ledger, checker: counting(asked) });
    const settle = ledger.settle.bind(ledger);
    let failed = 1;
    ledger.settle = async (request) => {
      if (request.credits > 0 && failed < failures) {
        failed += 1;
        throw new DialproofError('storage_unavailable');
      }
      return await settle(request);
    };
    for (let attempt = 1; attempt < failures; attempt += 1) {
      await expect(service.verify(REQUEST)).rejects.toMatchObject({ code: 'storage_unavailable' });
    }
    const answer = await service.verify(REQUEST);
    expect(answer).toMatchObject({ ...ANSWER, source: 'first' });
    expect(await service.verify(REQUEST)).toEqual(answer);
    expect(asked).toEqual([REQUEST.phone]);
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });

  it('gets the answer whose settlement failed although it took effect', async () => {
    const asked: string[] = [];
    const { service, ledger } = await killedAt('settle', (call) => call === 2, counting(asked));
    await expect(service.verify(REQUEST)).rejects.toThrow('killed');
    expect(await service.verify(REQUEST)).toMatchObject({ ...ANSWER, source: 'first' });
    expect(asked).toEqual([REQUEST.phone]);
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });

  it('is checked again if the ledger keeps no text, or not all of it', async () => {
    for (const kept of [{}, { kept: '["wa_reg' }, { kept: '["no status",1,null,null]' }, { kept: '{}' }]) {
      const ledger = new MemoryCreditLedger();
      await ledger.grant(ALICE, 1_000);
      const settle = ledger.settle.bind(ledger);
      ledger.settle = async (request) => {
        const { charged, returned } = await settle(request);
        return { charged, returned, ...kept };
      };
      const asked: string[] = [];
      const { service } = await trialService({ ledger, checker: counting(asked) });
      await service.verify(REQUEST);
      expect(await service.verify(REQUEST)).toMatchObject({ ...ANSWER, source: 'second' });
      expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
    }
  });

  it('is charged once if its hold was released before it was answered', async () => {
    const { checker, calls } = heldChecker();
    const clock = new ManualClock();
    const ledger = new MemoryCreditLedger({ clock });
    await ledger.grant(ALICE, 1_000);
    const { service } = await trialService({ checker, ledger });
    const first = service.verify(REQUEST);
    await until(() => calls.length === 1);
    clock.advance(3_600_000);
    expect(await ledger.releaseExpired()).toBe(1);
    calls[0]?.answer('dead');
    await first;
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });

  it("gets the answer that another process charged after a standstill while the repeat's own check failed", async () => {
    const [still, lively] = [heldChecker(), heldChecker()];
    const { ledger, service } = await trialService({ checker: still.checker });
    const other = await trialService({ checker: lively.checker, ledger });
    const given = service.verify(REQUEST);
    await until(() => still.calls.length === 1);
    const repeat = other.service.verify(REQUEST);
    await until(() => lively.calls.length === 1);
    still.calls[0]?.answer('dead');
    expect(await given).toMatchObject({ status: 'dead' });
    lively.calls[0]?.fail(new Error('no answer'));
    expect(await repeat).toEqual(await given);
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });

  it('is refused while the same one is under way, and not after that', async () => {
    const { checker, calls } = heldChecker();
    const { service, ledger } = await trialService({ checker });
    const first = service.verify(REQUEST);
    await expect(service.verify(REQUEST)).rejects.toMatchObject({ code: 'request_in_progress' });
    await until(() => calls.length === 1);
    calls[0]?.answer('dead');
    expect(await first).toMatchObject({ status: 'dead' });
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });

  it('needs another id after it was given up a hundred times', async () => {
    const { service, ledger } = await trialService({
      checker: { check: () => Promise.reject(new Error('the upstream answered 502')) },
    });
    for (let repeat = 0; repeat < 100; repeat += 1) await service.verify(REQUEST);
    await expect(service.verify(REQUEST)).rejects.toMatchObject({ code: 'too_many_requests' });
    await service.verify({ ...REQUEST, requestId: 'key-2' });
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
  });

  it.each(['', 'x'.repeat(256), 7])('rejects with TypeError for an invalid id: %j', async (requestId) => {
    const { service } = await trialService();
    const verified = service.verify({ ...REQUEST, requestId: requestId as string });
    await expect(verified).rejects.toThrow(TypeError);
  });
});
