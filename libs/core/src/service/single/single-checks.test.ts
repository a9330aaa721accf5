import { describe, expect, it } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import type { CreditLedger } from '../../ports/credit-ledger.js';
import { ALICE, BOB, trialService } from '../trial-service.fixture.js';

const phone = '+14155550100';

/** The outcome of a promise, or 'nothing yet'. */
async function stateOf(promise: Promise<unknown>): Promise<unknown> {
  await settle();
  const outcome = promise.catch((error: { code?: unknown }) => error.code);
  return await Promise.race([outcome, settle(1).then(() => 'nothing yet')]);
}

describe('single checks of one account', () => {
  it('tell the checker which account they are for', async () => {
    const { calls, checker } = heldChecker();
    const { ledger, service } = await trialService({ checker });
    await ledger.grant(BOB, 10);
    const checks = [ALICE, BOB].map((accountId) => service.verify({ accountId, phone }));
    await until(() => calls.length === 2);
    expect(calls.map(({ accountId }) => accountId)).toEqual([ALICE, BOB]);
    for (const call of calls) call.answer('dead');
    await Promise.all(checks);
  });

  it('are refused above their limit, holding nothing, while other accounts are served', async () => {
    const { calls, checker } = heldChecker();
    const { ledger, service } = await trialService({ checker, maxChecksPerAccount: 5 });
    await ledger.grant(BOB, 10);
    const underWay = Array.from({ length: 5 }, () => service.verify({ accountId: ALICE, phone }));
    await until(() => calls.length === 5);
    await expect(service.verify({ accountId: ALICE, phone })).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterMs: 1_000,
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 995, held: 5 });
    const bobs = service.verify({ accountId: BOB, phone });
    await until(() => calls.length === 6);
    for (const call of calls) call.answer('dead');
    await Promise.all([...underWay, bobs]);
    const next = service.verify({ accountId: ALICE, phone });
    await until(() => calls.length === 7);
    calls[6]?.answer('dead');
    expect(await next).toMatchObject({ status: 'dead' });
    expect(await ledger.balance(ALICE)).toEqual({ available: 994, held: 0 });
  });

  it('count those that wait for their turn', async () => {
    const { calls, checker } = heldChecker();
    const { service } = await trialService({ checker, checkConcurrency: 1, maxChecksPerAccount: 3 });
    const all = Array.from({ length: 3 }, () => service.verify({ accountId: ALICE, phone }));
    await until(() => calls.length === 1);
    const refused = service.verify({ accountId: ALICE, phone });
    await expect(refused).rejects.toMatchObject({ code: 'too_many_requests' });
    for (let call = 0; call < 3; call += 1) {
      await until(() => calls.length > call);
      calls[call]?.answer('dead');
    }
    await Promise.all(all);
  });

  it('free their slot when they fail, are refused or have too few credits', async () => {
    const { service } = await trialService({ maxChecksPerAccount: 1 });
    for (let time = 0; time < 3; time += 1) {
      expect(await service.verify({ accountId: ALICE, phone: '+14155550109' })).toMatchObject({
        status: 'unknown',
      });
      await expect(service.verify({ accountId: ALICE, phone: 'x' })).rejects.toMatchObject({
        code: 'invalid_phone',
      });
      await expect(service.verify({ accountId: BOB, phone })).rejects.toMatchObject({
        code: 'insufficient_credits',
      });
    }
  });

  it('count towards the rate until a second after their latest arrival if their deadline ends them before', async () => {
    const { calls, checker } = heldChecker();
    const { clock, service } = await trialService({ checker, maxCallsPerSecond: 1, checkDeadlineMs: 50 });
    const late = service.verify({ accountId: ALICE, phone });
    await until(() => calls.length === 1);
    clock.advance(50);
    expect(await late).toMatchObject({ status: 'unknown' });
    const next = service.verify({ accountId: ALICE, phone: '+14155550101' });
    await settle();
    // A call that travels for 100 ms arrives just before the next one.
    clock.advance(1_049);
    await settle();
    expect(calls).toHaveLength(1);
    clock.advance(1);
    await until(() => calls.length === 2);
    calls[1]?.answer('dead');
    expect(await next).toMatchObject({ status: 'dead' });
  });

  it('are charged if they are given up after their call was made', async () => {
    const { calls, checker } = heldChecker();
    const { ledger, service } = await trialService({ checker });
    await ledger.grant(BOB, 1);
    for (let time = 0; time < 20; time += 1) {
      const stop = new AbortController();
      const given = service.verify({ accountId: BOB, phone, signal: stop.signal }).catch(() => undefined);
      await settle(2);
      stop.abort();
      for (const call of calls) call.answer('dead');
      await given;
    }
    expect(calls).toHaveLength(1);
    expect(await ledger.balance(BOB)).toEqual({ available: 0, held: 0 });
  });
});

describe('a single check that waits for its turn', () => {
  it('is refused after its time, charged nothing, and has a retryAfterMs', async () => {
    const { calls, checker } = heldChecker();
    const { clock, ledger, service } = await trialService({
      checker,
      checkConcurrency: 1,
      checkWaitMs: 3_000,
      checkDeadlineMs: 60_000,
    });
    const first = service.verify({ accountId: ALICE, phone });
    await until(() => calls.length === 1);
    const second = service.verify({ accountId: ALICE, phone });
    expect(await stateOf(second)).toBe('nothing yet');
    clock.advance(2_999);
    expect(await stateOf(second)).toBe('nothing yet');
    clock.advance(1);
    await expect(second).rejects.toMatchObject({ code: 'overloaded', retryAfterMs: 3_000 });
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 1 });
    calls[0]?.answer('dead');
    expect(await first).toMatchObject({ status: 'dead' });
    expect(calls).toHaveLength(1);
  });

  it('has the whole deadline once it has its turn', async () => {
    const { calls, checker } = heldChecker();
    const { clock, service } = await trialService({
      checker,
      checkConcurrency: 1,
      checkWaitMs: 5_000,
      checkDeadlineMs: 5_000,
    });
    const first = service.verify({ accountId: ALICE, phone });
    const second = service.verify({ accountId: ALICE, phone });
    await until(() => calls.length === 1);
    // Calls of the same turn share a deadline.
    await settle();
    clock.advance(4_900);
    calls[0]?.answer('dead');
    await first;
    await until(() => calls.length === 2);
    clock.advance(4_900);
    await settle();
    calls[1]?.answer('inactive');
    expect(await second).toMatchObject({ status: 'inactive' });
  });

  it('has its turn while a task would take every slot', async () => {
    const { calls, checker } = heldChecker();
    const { clock, service, submitCsv } = await trialService({
      checker,
      checkConcurrency: 10,
      chunkSize: 100,
    });
    const first = service.verify({ accountId: ALICE, phone });
    await until(() => calls.length === 1);
    calls[0]?.answer('dead');
    await first;
    await submitCsv(`phone\n${Array.from({ length: 100 }, (_, n) => `+1415555${2_000 + n}\n`).join('')}`);
    const work = service.work();
    await until(() => calls.length === 10);
    const second = service.verify({ accountId: ALICE, phone });
    await until(() => calls.length === 11);
    expect(calls[10]?.number).toBe(phone);
    calls[10]?.answer('dead');
    await second;
    const closed = service.close();
    await settle();
    clock.advance(60_000);
    await Promise.all([closed, work]);
  });
});

describe('a hold that has expired before its check was settled', () => {
  /** A ledger whose first hold is released before it can be settled, as after a jump of the clock. */
  function expireFirst(ledger: CreditLedger): void {
    const settleHold = ledger.settle.bind(ledger);
    let isFirst = true;
    ledger.settle = async (request) => {
      if (isFirst) {
        isFirst = false;
        await settleHold({ ...request, credits: 0 });
      }
      return await settleHold(request);
    };
  }

  it('is charged by a new one, and reported', async () => {
    const { failures, ledger, service } = await trialService();
    expireFirst(ledger);
    expect(await service.verify({ accountId: ALICE, phone })).toMatchObject({ status: 'wa_registered' });
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
    expect(failures).toMatchObject([
      { kind: 'settlement_differs', message: expect.stringContaining('charged by a new one') },
    ]);
  });

  it('leaves the answer free if the account has no credits any more, and is reported', async () => {
    const { failures, ledger, service } = await trialService();
    expireFirst(ledger);
    const hold = ledger.hold.bind(ledger);
    let holds = 0;
    ledger.hold = (request) => {
      holds += 1;
      return hold(holds === 1 ? request : { ...request, credits: 5_000 });
    };
    expect(await service.verify({ accountId: ALICE, phone })).toMatchObject({ status: 'wa_registered' });
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    expect(failures).toMatchObject([
      {
        kind: 'settlement_differs',
        message: expect.stringContaining('was free'),
        cause: { cause: { code: 'insufficient_credits' } },
      },
    ]);
  });

  it('costs nothing more if the check failed', async () => {
    const { failures, ledger, service } = await trialService();
    expireFirst(ledger);
    expect(await service.verify({ accountId: ALICE, phone: '+14155550109' })).toMatchObject({
      status: 'unknown',
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    expect(failures.map(({ kind }) => kind)).toEqual(['check_failed']);
  });
});

describe('a clock that is set during a single check', () => {
  it.each([-3_600_000, 120_000, 3_600_000])(
    'by %i ms changes neither its deadline nor what it costs',
    async (jumpMs) => {
      const { calls, checker } = heldChecker();
      const { clock, failures, ledger, service } = await trialService({ checker });
      const verification = service.verify({ accountId: ALICE, phone });
      await until(() => calls.length === 1);
      clock.set(clock.now() + jumpMs);
      // Every idle worker calls this.
      await service.work();
      await settle();
      calls[0]?.answer('dead');
      expect(await verification).toMatchObject({ status: 'dead', checkedAt: clock.now() });
      expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
      expect(failures).toEqual([]);
    },
  );
});
