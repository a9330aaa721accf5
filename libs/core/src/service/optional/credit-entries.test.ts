import { describe, expect, it } from 'vitest';
import { MemoryCreditLedger, UnlimitedLedger } from '../../memory/credits/memory-credit-ledger.js';
import { ManualClock } from '../../memory/manual-clock.js';
import { createVerificationService } from '../create-verification-service.js';
import { ALICE, BOB, digitChecker, type Trial, trialService } from '../trial-service.fixture.js';

async function withStatement(): Promise<Trial> {
  const clock = new ManualClock();
  const ledger = new MemoryCreditLedger({ clock });
  await ledger.grant(ALICE, 1_000);
  return await trialService({ clock, ledger, statement: ledger });
}

describe('the statement of an account', () => {
  it('shows grants and charges, the newest first, with the task that was charged', async () => {
    const { clock, service, submitCsv, workToEnd } = await withStatement();
    const granted = clock.now();
    clock.advance(1_000);
    await service.verify({ accountId: ALICE, phone: '+14155550100' });
    const verified = clock.now();
    clock.advance(1_000);
    const { taskId } = await workToEnd(await submitCsv('phone\n+14155550100\n+14155550101\n'));
    const { entries, nextCursor } = await service.creditEntries({ accountId: ALICE });
    expect(entries).toEqual([
      { entryId: '3', kind: 'charge', credits: -2, at: clock.now(), taskId },
      { entryId: '2', kind: 'charge', credits: -1, at: verified, taskId: null },
      { entryId: '1', kind: 'grant', credits: 1_000, at: granted, taskId: null },
    ]);
    expect(nextCursor).toBeNull();
    expect(await service.creditEntries({ accountId: BOB })).toEqual({ entries: [], nextCursor: null });
  });

  it('comes in pages of 20 unless told otherwise', async () => {
    const { ledger, service } = await withStatement();
    for (let credits = 1; credits <= 22; credits += 1) await ledger.grant(ALICE, credits);
    const first = await service.creditEntries({ accountId: ALICE });
    const second = await service.creditEntries({ accountId: ALICE, cursor: first.nextCursor, limit: 2 });
    expect(first.entries.map(({ credits }) => credits)).toEqual(Array.from({ length: 20 }, (_, i) => 22 - i));
    expect(second.entries.map(({ credits }) => credits)).toEqual([2, 1]);
    await expect(service.creditEntries({ accountId: ALICE, limit: 101 })).rejects.toThrow(RangeError);
    const malformed = service.creditEntries({ accountId: ALICE, cursor: 'page 2' });
    await expect(malformed).rejects.toMatchObject({ code: 'malformed_request' });
  });

  it('is not supported without its port, and the service says so', async () => {
    const { service } = await trialService();
    expect(service.supports.creditEntries).toBe(false);
    await expect(service.creditEntries({ accountId: ALICE })).rejects.toMatchObject({
      code: 'not_supported',
      hint: 'the service was made without the option statement',
    });
    expect((await withStatement()).service.supports.creditEntries).toBe(true);
  });
});

describe('an unlimited ledger', () => {
  it('lets every account verify numbers and files, and reports no difference', async () => {
    const ledger = new UnlimitedLedger();
    const failures: unknown[] = [];
    const { store } = await trialService();
    const service = createVerificationService({
      store,
      ledger,
      checker: digitChecker,
      queue: null,
      onError: (failure) => failures.push(failure),
    });
    const request = { accountId: BOB, phone: '+14155550100', requestId: 'one' };
    expect(await service.verify(request)).toMatchObject({ status: 'wa_registered' });
    expect(await service.verify(request)).toMatchObject({ status: 'wa_registered' });
    const content = Buffer.from('phone\n+14155550100\n+14155550101\n');
    const { taskId } = await service.submit({ accountId: BOB, fileName: 'people.csv', content });
    while ((await service.work()).did === 'work');
    const task = await service.task({ accountId: BOB, taskId });
    expect(task).toMatchObject({ status: 'done', credits: { held: 0, charged: 2 } });
    expect(await service.balance(BOB)).toEqual({ available: Number.MAX_SAFE_INTEGER, held: 0 });
    await service.start();
    await service.close();
    expect(failures).toEqual([]);
  });
});
