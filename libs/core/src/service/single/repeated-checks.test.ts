import { describe, expect, it } from 'vitest';
import { until } from '../../async/turns.fixture.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import { MemoryCreditLedger } from '../../memory/credits/memory-credit-ledger.js';
import { ALICE, digitChecker, type Trial, trialService } from '../trial-service.fixture.js';

const REQUEST = { accountId: ALICE, phone: '+14155550100', requestId: 'key-1' };
const ANSWER = { status: 'wa_registered' };

/** A ledger with a method that stops working, as if the process were killed at that call. */
async function killedAt(method: 'hold' | 'settle', when: (call: number) => boolean): Promise<Trial> {
  const ledger = new MemoryCreditLedger();
  await ledger.grant(ALICE, 1_000);
  const trial = await trialService({ ledger });
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

describe('a check with a request id', () => {
  it('is charged once, however often it is repeated', async () => {
    const { service, ledger } = await trialService();
    for (let repeat = 0; repeat < 4; repeat += 1) {
      expect(await service.verify(REQUEST)).toMatchObject(ANSWER);
    }
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });

  it('is charged by itself: another id, another account and none are other requests', async () => {
    const { service, ledger } = await trialService();
    await service.verify(REQUEST);
    await service.verify({ ...REQUEST, requestId: 'key-2' });
    await service.verify({ accountId: ALICE, phone: REQUEST.phone });
    expect(await ledger.balance(ALICE)).toEqual({ available: 997, held: 0 });
  });

  it('is charged once when the process was killed behind its charge', async () => {
    // The first settle gets the outcome of earlier attempts, the second one charges.
    const { service, ledger } = await killedAt('settle', (call) => call === 2);
    await expect(service.verify(REQUEST)).rejects.toThrow('killed');
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
    expect(await service.verify(REQUEST)).toMatchObject(ANSWER);
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });

  it('is charged once when the process was killed behind its hold, which returns', async () => {
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

  it('is charged once if its hold was released before it was answered', async () => {
    const { checker, calls } = heldChecker();
    const { service, ledger } = await trialService({ checker });
    const first = service.verify(REQUEST);
    await until(() => calls.length === 1);
    await ledger.releaseExpired({ all: true });
    calls[0]?.answer('dead');
    await first;
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

  it('has to be another one when it was given up a hundred times', async () => {
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
