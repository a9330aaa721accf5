import { describe, expect, it } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import { ManualClock } from '../../memory/manual-clock.js';
import type { NumberChecker } from '../../ports/number-checker.js';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';

const LEASE_MS = 10_000;
const FILE = `phone\n${Array.from({ length: 20 }, (_, n) => `+1415555${2_000 + n}\n`).join('')}`;
const options = { chunkSize: 20, checkConcurrency: 5, leaseMs: LEASE_MS, checkDeadlineMs: 600_000 };

/** The clock of a process that can stand still: time passes, and callbacks that fall due run afterwards. */
class StandstillClock extends ManualClock {
  #wokenAt = 0;

  override elapsed(): number {
    return Math.max(super.elapsed(), this.#wokenAt);
  }

  override schedule(delayMs: number, callback: () => void): () => void {
    return super.schedule(this.elapsed() - super.elapsed() + delayMs, callback);
  }

  /** Lets time pass. No callback runs before the clock is advanced. */
  block(ms: number): void {
    this.#wokenAt = this.elapsed() + ms;
  }

  /** Lets time pass, and runs the due callbacks at its end. */
  standStill(ms: number): void {
    this.block(ms);
    this.advance(ms);
  }
}

describe('a chunk whose lease was lost', () => {
  it('gets no further call from its old worker, whose answers still count', async () => {
    const { calls, checker } = heldChecker();
    const old = await trialService({ ...options, checker });
    const { clock, ledger, store } = old;
    const { taskId } = await old.submitCsv(FILE);
    const work = old.service.work();
    await until(() => calls.length === 5);
    // The process stands still, its lease ends, and another one takes over.
    old.endLeases();
    const others = heldChecker();
    const next = await trialService({ ...options, clock, ledger, store, checker: others.checker });
    const nextWork = next.service.work();
    await until(() => others.calls.length === 5);
    clock.advance(LEASE_MS / 3);
    await settle();
    for (const call of calls) call.answer('dead');
    await work;
    expect(calls).toHaveLength(5);
    expect(await old.service.task({ accountId: ALICE, taskId })).toMatchObject({ processed: 5 });
    for (let at = 0; at < 20; at += 1) {
      await until(() => others.calls.length > at);
      others.calls[at]?.answer('inactive');
    }
    await nextWork;
    expect(await next.service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'done',
      processed: 20,
      // The first answer counts.
      summary: { dead: 5, inactive: 15 },
      credits: { held: 0, charged: 20 },
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 980, held: 0 });
  });

  it('gets no further call after its process stood still, until the store confirms the lease', async () => {
    const { calls, checker } = heldChecker();
    const old = await trialService({ ...options, checker });
    const { clock, ledger, store } = old;
    const { taskId } = await old.submitCsv(FILE);
    const work = old.service.work();
    await until(() => calls.length === 5);
    const extendLease = store.extendLease.bind(store);
    const asked: (() => void)[] = [];
    store.extendLease = (lease, leaseMs) =>
      new Promise((resolve) => asked.push(() => resolve(extendLease(lease, leaseMs))));
    old.endLeases();
    clock.advance(2 * LEASE_MS);
    const others = { check: async () => 'inactive' as const };
    const next = await trialService({ ...options, clock, ledger, store, checker: others });
    await next.service.work();
    for (const call of calls) call.answer('dead');
    await settle();
    expect(calls).toHaveLength(5);
    while (asked.length > 0) {
      asked.shift()?.();
      await settle();
    }
    await work;
    expect(calls).toHaveLength(5);
    expect(await old.service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'done',
      processed: 20,
      credits: { held: 0, charged: 20 },
    });
    expect(clock.pending).toBe(0);
  });

  it('is not checked again by its old worker where others have recorded, nor in too large calls', async () => {
    const asked: number[] = [];
    let answer = (): void => undefined;
    const checker = {
      maxNumbers: 4,
      checkMany: (numbers: readonly string[]) => {
        asked.push(numbers.length);
        return new Promise<'dead'[]>((resolve) => {
          answer = () => resolve(numbers.map(() => 'dead'));
        });
      },
    };
    const old = await trialService({ ...options, checkConcurrency: 1, checker });
    const { clock, ledger, store } = old;
    const { taskId } = await old.submitCsv(FILE);
    const work = old.service.work();
    await until(() => asked.length === 1);
    old.endLeases();
    // The other worker leaves one number open, so that the task does not end.
    const others: NumberChecker = {
      check: async (number) => (number.endsWith('19') ? Promise.reject(new Error('502')) : 'inactive'),
    };
    const next = await trialService({ ...options, clock, ledger, store, checker: others });
    await next.service.work();
    for (let call = 0; call < 3; call += 1) {
      await until(() => asked.length > call);
      await settle();
      clock.advance(25);
      answer();
    }
    await work;
    // The second call began before the first one's record brought the others' answers.
    expect(asked).toEqual([4, 4, 1]);
    expect(await old.service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'done',
      summary: { dead: 1, inactive: 19 },
    });
  });

  it('is not freed by its old worker, which gives back what is another’s now', async () => {
    const { calls, checker } = heldChecker();
    const old = await trialService({ ...options, checker });
    const { clock, ledger, store } = old;
    await old.submitCsv(FILE);
    const work = old.service.work();
    await until(() => calls.length === 5);
    old.endLeases();
    const others = heldChecker();
    const next = await trialService({ ...options, clock, ledger, store, checker: others.checker });
    void next.service.work();
    await until(() => others.calls.length === 5);
    clock.advance(LEASE_MS / 3);
    await settle();
    for (const call of calls) call.fail(new Error('upstream 500'));
    await work;
    expect(await store.claim({ leaseMs: 1, limit: 5, taskId: null })).toMatchObject({ claims: [] });
    const closed = next.service.close();
    for (const call of others.calls) call.answer('dead');
    await closed;
  });

  it.each([
    ['which others have taken', () => Promise.resolve()],
    ['which the store cannot say', () => Promise.reject(new Error('the connection is lost'))],
  ])('has no call begun where its process stood still right after the claim, %s', async (_, extending) => {
    const { calls, checker } = heldChecker();
    const clock = new StandstillClock();
    const old = await trialService({ ...options, clock, checker });
    const { ledger, store } = old;
    const { taskId } = await old.submitCsv(FILE);
    const extendLease = store.extendLease.bind(store);
    store.extendLease = (lease, leaseMs) => extending().then(() => extendLease(lease, leaseMs));
    const others = { check: async () => 'inactive' as const };
    const next = await trialService({ ...options, clock, ledger, store, checker: others });
    const claim = store.claim.bind(store);
    store.claim = async (request) => {
      const answer = await claim(request);
      store.claim = claim;
      clock.standStill(2 * LEASE_MS);
      await next.service.work();
      return answer;
    };
    await old.service.work();
    expect(calls).toEqual([]);
    expect(await old.service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'done',
      summary: { inactive: 20 },
      credits: { held: 0, charged: 20 },
    });
    expect(clock.pending).toBe(0);
  });

  it('sends no probe where its process stood still right after the claim', async () => {
    const { calls, checker } = heldChecker();
    const clock = new StandstillClock();
    const old = await trialService({ ...options, clock, checker });
    const { store } = old;
    await old.submitCsv(FILE);
    await store.reportOutage({
      reason: 'checker_unavailable',
      isInferred: false,
      retryAfterMs: 0,
      failAfterMs: 3_600_000,
    });
    const claim = store.claim.bind(store);
    let [standsStill, isOther] = [true, false];
    store.claim = async (request) => {
      const answer = await claim(request);
      if (standsStill) {
        standsStill = false;
        clock.standStill(2 * LEASE_MS);
        isOther = (await claim(request)).claims.length === 1;
      }
      return answer;
    };
    await old.service.work();
    expect(isOther).toBe(true);
    expect(calls).toEqual([]);
  });

  it('is extended a third of its length after the claim was asked for, however long that took', async () => {
    const { calls, checker } = heldChecker();
    const { clock, service, store, submitCsv } = await trialService({ ...options, checker });
    await submitCsv(FILE);
    const claim = store.claim.bind(store);
    store.claim = async (request) => {
      const answer = await claim(request);
      clock.advance(LEASE_MS / 4);
      return answer;
    };
    const extended: number[] = [];
    store.extendLease = async () => {
      extended.push(clock.elapsed());
      return true;
    };
    const askedAt = clock.elapsed();
    void service.work();
    await until(() => calls.length === 5);
    clock.advance(LEASE_MS);
    expect(extended[0]).toBe(askedAt + LEASE_MS / 3);
    const closed = service.close();
    for (const call of calls) call.answer('dead');
    await closed;
  });

  it('is given back where the store cannot extend the lease, and then claimed and worked on to its end', async () => {
    const { calls, checker } = heldChecker();
    const { clock, failures, service, store, submitCsv } = await trialService({ ...options, checker });
    const { taskId } = await submitCsv(FILE);
    const work = service.work();
    await until(() => calls.length === 5);
    store.extendLease = () => Promise.reject(new Error('the connection is lost'));
    for (let third = 0; third < 4; third += 1) {
      clock.advance(LEASE_MS / 3);
      await settle();
    }
    for (const call of calls) call.answer('dead');
    await work;
    expect(calls).toHaveLength(5);
    const again = service.work();
    for (let at = 5; at < 20; at += 1) {
      await until(() => calls.length > at);
      calls[at]?.answer('dead');
    }
    await again;
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'done',
      credits: { charged: 20 },
    });
    expect(failures).toMatchObject([{ kind: 'work_failed', count: 1 }]);
    await settle();
    expect(clock.pending).toBe(0);
  });

  it('keeps its lease while calls are slow, so that no other worker repeats them', async () => {
    const { calls, checker } = heldChecker();
    const old = await trialService({ ...options, checker });
    const { clock, ledger, store } = old;
    await old.submitCsv('phone\n+14155550100\n');
    const work = old.service.work();
    await until(() => calls.length === 1);
    const next = await trialService({ ...options, clock, ledger, store });
    for (let third = 0; third < 12; third += 1) {
      clock.advance(LEASE_MS / 3);
      await settle(2);
      expect(await next.service.work()).toMatchObject({ did: 'nothing' });
    }
    calls[0]?.answer('dead');
    await work;
  });
});
