import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import { ManualClock } from '../../memory/manual-clock.js';
import { DialproofError } from '../../model/errors.js';
import type { NumberChecker } from '../../ports/number-checker.js';
import { ALICE, BOB, trialService } from '../trial-service.fixture.js';

describe('verifying one number', () => {
  it.each([
    ['+14155550100', '+14155550100', 'wa_registered'],
    ['+1 (415) 555-0102', '+14155550102', 'dead'],
    ['0014155550104', '+14155550104', 'unknown'],
  ])('answers %s and charges one credit', async (phone, normalized, status) => {
    const { service, ledger, clock } = await trialService();
    expect(await service.verify({ accountId: ALICE, phone })).toStrictEqual({
      phone: normalized,
      status,
      checkedAt: clock.now(),
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });

  it('answers with the source and reason of the checker, and the time at which the answer became known', async () => {
    const checkedAt = new Date(Date.UTC(2025, 5, 1));
    const { service } = await trialService({
      checker: { check: async () => ({ status: 'inactive', source: 'lookup', reason: 'absent', checkedAt }) },
    });
    expect(await service.verify({ accountId: ALICE, phone: '+14155550100' })).toEqual({
      phone: '+14155550100',
      status: 'inactive',
      checkedAt: checkedAt.getTime(),
      source: 'lookup',
      reason: 'absent',
    });
  });

  it('answers dead for a number that its numbering plan cannot contain, without a call', async () => {
    const check = vi.fn();
    const { service, ledger } = await trialService({ checker: { check } });
    expect(await service.verify({ accountId: ALICE, phone: '+12025550' })).toMatchObject({ status: 'dead' });
    expect(check).not.toHaveBeenCalled();
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });

  it.each(['', 'hello', '4155550100', '+0155550100', '+123456', '+1234567890123456'])(
    'refuses %j and charges nothing',
    async (phone) => {
      const { service, ledger } = await trialService();
      await expect(service.verify({ accountId: ALICE, phone })).rejects.toMatchObject({
        code: 'invalid_phone',
      });
      expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    },
  );

  it('refuses an account without credits before it asks the checker', async () => {
    const check = vi.fn();
    const { service } = await trialService({ checker: { check } });
    const refused = service.verify({ accountId: BOB, phone: '+14155550100' });
    await expect(refused).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(check).not.toHaveBeenCalled();
  });

  it.each([
    ['fails', new Error('upstream 500')],
    ['is unavailable', new DialproofError('checker_unavailable')],
  ])('answers unknown and charges nothing when the checker %s', async (_, failure) => {
    const checker: NumberChecker = { check: () => Promise.reject(failure) };
    const { service, ledger } = await trialService({ checker });
    expect(await service.verify({ accountId: ALICE, phone: '+14155550100' })).toMatchObject({
      status: 'unknown',
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
  });

  it('answers unknown and charges nothing when the deadline passes', async () => {
    const { calls, checker } = heldChecker();
    const { service, ledger, clock } = await trialService({ checker, checkDeadlineMs: 5_000 });
    const verification = service.verify({ accountId: ALICE, phone: '+14155550100' });
    await until(() => calls.length === 1);
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 1 });
    clock.advance(5_000);
    expect(await verification).toMatchObject({ status: 'unknown' });
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
  });

  it('finishes and charges a check once the checker was asked, also when the caller goes away', async () => {
    const { calls, checker } = heldChecker();
    const { clock, service, ledger } = await trialService({ checker });
    const stop = new AbortController();
    const request = { accountId: ALICE, phone: '+14155550100', signal: stop.signal };
    const verification = service.verify(request);
    await until(() => calls.length === 1);
    stop.abort();
    await settle();
    expect(calls[0]?.signal.aborted).toBe(false);
    calls[0]?.answer('inactive');
    expect(await verification).toMatchObject({ status: 'inactive' });
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
    expect(clock.pending).toBe(0);
  });

  it('charges nothing when the caller goes away before its turn has come', async () => {
    const { calls, checker } = heldChecker();
    const { clock, service, ledger } = await trialService({ checker, checkConcurrency: 1 });
    const first = service.verify({ accountId: ALICE, phone: '+14155550100' });
    await until(() => calls.length === 1);
    const stop = new AbortController();
    const second = service.verify({ accountId: ALICE, phone: '+14155550101', signal: stop.signal });
    second.catch(() => undefined);
    await settle();
    stop.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 1 });
    calls[0]?.answer('dead');
    await first;
    await settle();
    expect(calls).toHaveLength(1);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it.each(['+14155550100', '+12025550'])(
    'asks nobody and charges nothing when the caller has gone already: %s',
    async (phone) => {
      const check = vi.fn();
      const { service, ledger } = await trialService({ checker: { check } });
      const request = { accountId: ALICE, phone, signal: AbortSignal.abort() };
      await expect(service.verify(request)).rejects.toMatchObject({ name: 'AbortError' });
      expect(check).not.toHaveBeenCalled();
      expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    },
  );

  it('returns the credit of a process that died, once its hold has expired', async () => {
    const { clock, ledger, service } = await trialService();
    // The clock stands still, so the checker neither answers nor times out.
    const { checker } = heldChecker();
    const dying = await trialService({ checker, clock: new ManualClock(), ledger, checkDeadlineMs: 5_000 });
    void dying.service.verify({ accountId: ALICE, phone: '+14155550100' });
    await settle();
    expect(await ledger.balance(ALICE)).toMatchObject({ held: 1 });
    // The hold lasts for the wait for a turn, the deadline, and a margin of ten seconds.
    clock.advance(24_999);
    await service.work();
    expect(await ledger.balance(ALICE)).toMatchObject({ held: 1 });
    // Expired holds are released once a minute.
    clock.advance(60_000);
    await service.work();
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
  });
});
