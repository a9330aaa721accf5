import { describe, expect, it } from 'vitest';
import { MemoryCreditLedger } from '../../memory/credits/memory-credit-ledger.js';
import { ManualClock } from '../../memory/manual-clock.js';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import { keyedVerificationHoldId } from '../../model/identifiers.js';
import { normalizePhone } from '../../phone/normalize-phone.js';
import { ALICE, type Trial, type TrialOptions, trialService } from '../trial-service.fixture.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const REQUEST = { accountId: ALICE, phone: '+14155550100', requestId: 'key-1' };

async function withUpkeep(options: TrialOptions = {}): Promise<Trial> {
  const clock = new ManualClock(Date.UTC(2026, 0, 10));
  const ledger = new MemoryCreditLedger({ clock });
  await ledger.grant(ALICE, 1_000);
  const store = new MemoryTaskStore({ clock });
  return await trialService({ clock, ledger, store, upkeep: ledger, statement: ledger, ...options });
}

describe('a closed hold', () => {
  it('is pruned by calls of work a week after its end, and not before', async () => {
    const { clock, ledger, service } = await withUpkeep();
    await service.verify(REQUEST);
    const phone = normalizePhone(REQUEST.phone);
    const holdId = keyedVerificationHoldId({ ...REQUEST, phone }, 1);
    const outcome = async () => (await ledger.settle({ holdId, accountId: ALICE, credits: 0 })).charged;
    clock.advance(7 * DAY_MS - MINUTE_MS);
    await service.work();
    expect(await outcome()).toBe(1);
    expect(await service.verify(REQUEST)).toMatchObject({ status: 'wa_registered' });
    clock.advance(MINUTE_MS);
    await service.work();
    expect(await outcome()).toBe(0);
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });

  it('is pruned with many others, without a pause', async () => {
    const { clock, ledger, service } = await withUpkeep();
    for (let index = 0; index < 1_100; index += 1) {
      const holdId = keyedVerificationHoldId({ ...REQUEST, phone: normalizePhone(REQUEST.phone) }, index + 1);
      await ledger.hold({ holdId, accountId: ALICE, credits: 0, expiresAfterMs: null });
      await ledger.settle({ holdId, accountId: ALICE, credits: 0 });
    }
    clock.advance(7 * DAY_MS);
    const outcomes = [];
    for (let calls = 0; calls < 3; calls += 1)
      outcomes.push((await service.work()) as { retryAfterMs?: number | null });
    expect(outcomes.map(({ retryAfterMs }) => retryAfterMs)).toEqual([0, 0, null]);
    expect(await ledger.pruneHolds({ closedBeforeMs: 0, limit: 1 })).toBe(0);
  });
});

describe('the charges of a month', () => {
  it('become one entry of the statement a configured time after the end of the month', async () => {
    const { clock, service } = await withUpkeep({ chargeDetailMs: 60 * DAY_MS });
    for (let charges = 0; charges < 3; charges += 1) {
      await service.verify({ accountId: ALICE, phone: '+14155550100' });
      clock.advance(MINUTE_MS);
    }
    const kinds = async () =>
      (await service.creditEntries({ accountId: ALICE })).entries.map(({ credits, kind, taskId }) => [
        kind,
        credits,
        taskId,
      ]);
    // A minute before the second of April, which is 60 days after the end of January.
    clock.advance(Date.UTC(2026, 3, 2) - clock.now() - MINUTE_MS);
    await service.work();
    expect(await kinds()).toHaveLength(4);
    clock.advance(2 * MINUTE_MS);
    await service.work();
    expect(await kinds()).toEqual([
      ['charges_of_month', -3, null],
      ['grant', 1_000, null],
    ]);
  });

  it('stay unchanged without the option', async () => {
    const { clock, service } = await withUpkeep();
    await service.verify({ accountId: ALICE, phone: '+14155550100' });
    clock.advance(4_000 * DAY_MS);
    await service.work();
    const { entries } = await service.creditEntries({ accountId: ALICE });
    expect(entries.map(({ kind }) => kind)).toEqual(['charge', 'grant']);
  });
});

describe('the options of the upkeep', () => {
  it.each([
    [{ holdRetentionMs: 2 * DAY_MS - 1 }, /holdRetentionMs must be .*172800000 at least/],
    [{ holdRetentionMs: Number.NaN }, /holdRetentionMs/],
    [{ chargeDetailMs: 0 }, /chargeDetailMs must be a whole number, 1 at least, not 0/],
    [{ chargeDetailMs: 1, upkeep: null }, /chargeDetailMs needs the option upkeep/],
    [{ holdRetentionMs: 2 * DAY_MS, upkeep: null }, /holdRetentionMs needs the option upkeep/],
    [{ upkeep: {} as MemoryCreditLedger }, /option upkeep has no method openHolds, pruneHolds, sumUpCharges/],
  ])('are refused if they are wrong: %o', async (options, message) => {
    await expect(withUpkeep(options)).rejects.toThrow(message);
  });
});
