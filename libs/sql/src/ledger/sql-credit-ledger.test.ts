import { join } from 'node:path';
import { accountId, type HoldId, ManualClock } from '@dialproof/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { auditLedger } from '../operations/ledger-audit.js';
import { sql } from '../query.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlCreditLedger } from './sql-credit-ledger.js';

const ann = accountId('ann');
const holdId = (name: string) => name as HoldId;

describe('SqlCreditLedger', () => {
  it('refuses to change or remove an entry of the journal', async () => {
    const database = await temporaryDatabase();
    const ledger = new SqlCreditLedger({ database });
    await ledger.grant(ann, 10);
    const change = sql`update journal set credits = 99`;
    const remove = sql`delete from journal`;

    await expect(database.write((session) => session.change(change, {}))).rejects.toThrow(/never changed/);
    await expect(database.write((session) => session.change(remove, {}))).rejects.toThrow(/never changed/);

    expect((await auditLedger(database)).addsUp).toBe(true);
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'refuses to grant or to hold %d credits',
    async (credits) => {
      const ledger = new SqlCreditLedger({ database: await temporaryDatabase() });
      const hold = { holdId: holdId('h1'), accountId: ann, credits, expiresAfterMs: null };

      await expect(ledger.grant(ann, credits)).rejects.toThrow(RangeError);
      await expect(ledger.hold(hold)).rejects.toThrow(RangeError);
    },
  );

  it('says in a refusal how many credits are needed and available', async () => {
    const ledger = new SqlCreditLedger({ database: await temporaryDatabase() });
    await ledger.grant(ann, 3);
    const hold = { holdId: holdId('h1'), accountId: ann, credits: 4, expiresAfterMs: null };

    await expect(ledger.hold(hold)).rejects.toMatchObject({
      code: 'insufficient_credits',
      hint: '4 credits are needed, 3 are available',
    });
  });

  it('never holds more than is available, over two connections to one file', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const database = await temporaryDatabase(file);
    const ledgers = [
      new SqlCreditLedger({ database }),
      new SqlCreditLedger({ database: await temporaryDatabase(file) }),
    ];
    await ledgers[0]?.grant(ann, 50);

    const outcomes = await Promise.allSettled(
      ledgers.flatMap((ledger, which) =>
        Array.from({ length: 40 }, (_, index) =>
          ledger.hold({
            holdId: holdId(`${which}-${index}`),
            accountId: ann,
            credits: 1,
            expiresAfterMs: null,
          }),
        ),
      ),
    );

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    expect(await ledgers[1]?.balance(ann)).toEqual({ available: 0, held: 50 });
    expect((await auditLedger(database)).addsUp).toBe(true);
  });

  it('releases more expired holds than one write takes', async () => {
    const clock = new ManualClock();
    const ledger = new SqlCreditLedger({ database: await temporaryDatabase(), clock });
    await ledger.grant(ann, 2_000);
    const hold = (index: number, expiresAfterMs: number | null) =>
      ledger.hold({ holdId: holdId(`h${index}`), accountId: ann, credits: 1, expiresAfterMs });
    await Promise.all(Array.from({ length: 1_100 }, (_, index) => hold(index, 1_000)));
    await hold(2_000, 1_001);
    await hold(2_001, null);
    clock.advance(1_000);

    expect(await ledger.releaseExpired()).toBe(1_100);
    expect(await ledger.balance(ann)).toEqual({ available: 1_998, held: 2 });
    clock.advance(1);
    expect(await ledger.releaseExpired()).toBe(1);
    expect(await ledger.balance(ann)).toEqual({ available: 1_999, held: 1 });
  });

  it('lets holds expire by the time that passes, whatever the clock is set to', async () => {
    const clock = new ManualClock();
    const ledger = new SqlCreditLedger({ database: await temporaryDatabase(), clock });
    await ledger.grant(ann, 1);
    await ledger.hold({ holdId: holdId('h1'), accountId: ann, credits: 1, expiresAfterMs: 1_000 });

    clock.set(clock.now() + 3_600_000);
    clock.advance(999);
    expect(await ledger.releaseExpired()).toBe(0);

    clock.set(clock.now() - 7_200_000);
    clock.advance(1);
    expect(await ledger.releaseExpired()).toBe(1);
  });

  it.each([
    ['back', -3_600_000],
    ['ahead', 3_600_000],
  ])(
    'lets a hold expire alike in two processes where the clock was set %s between their starts',
    async (_, ms) => {
      const database = await temporaryDatabase();
      const clocks = [new ManualClock(), new ManualClock()] as const;
      clocks[1].set(clocks[0].now() + ms);
      const [first, second] = clocks.map((clock) => new SqlCreditLedger({ database, clock }));
      await first?.grant(ann, 2);
      // After the first write of each, both use the same time.
      expect(await first?.releaseExpired()).toBe(0);
      expect(await second?.releaseExpired()).toBe(0);
      await first?.hold({ holdId: holdId('h1'), accountId: ann, credits: 1, expiresAfterMs: 1_000 });
      await second?.hold({ holdId: holdId('h2'), accountId: ann, credits: 1, expiresAfterMs: 1_000 });

      for (const clock of clocks) clock.advance(999);
      expect(await first?.releaseExpired()).toBe(0);
      expect(await second?.releaseExpired()).toBe(0);

      for (const clock of clocks) clock.advance(1);
      expect(await first?.releaseExpired()).toBe(2);
    },
  );

  it('settles a hold for its own account alone, open or closed', async () => {
    const database = await temporaryDatabase();
    const ledger = new SqlCreditLedger({ database });
    const bob = accountId('bob');
    await ledger.grant(ann, 5);
    await ledger.grant(bob, 5);
    await ledger.hold({ holdId: holdId('h1'), accountId: ann, credits: 3, expiresAfterMs: null });
    const settle = (account: typeof ann) =>
      ledger.settle({ holdId: holdId('h1'), accountId: account, credits: 2 });

    await expect(settle(bob)).rejects.toThrow(RangeError);
    expect(await ledger.balance(ann)).toEqual({ available: 2, held: 3 });
    expect(await settle(ann)).toEqual({ charged: 2, returned: 1 });
    await expect(settle(bob)).rejects.toThrow(RangeError);
    expect(await auditLedger(database)).toMatchObject({ addsUp: true, openHolds: 0 });
  });
});

describeOnEachDatabase('the holds of an account without a balance', (create) => {
  it('are damage that a settlement reports and a release passes over or reports', async () => {
    const test = await create();
    onTestFinished(() => test.remove());
    const { database } = test;
    const ledger = new SqlCreditLedger({ database });
    await ledger.grant(ann, 500);
    const hold = (index: number) => ({ holdId: holdId(`h${index}`), accountId: ann, credits: 1 });
    await Promise.all(
      Array.from({ length: 500 }, (_, index) => ledger.hold({ ...hold(index), expiresAfterMs: 0 })),
    );
    await database.write((session) => session.change(sql`delete from balances`, {}));

    await expect(ledger.settle(hold(0))).rejects.toThrow('account ann has holds and no balance');
    const [released] = await Promise.allSettled([ledger.releaseExpired()]);
    if (database.engine === 'postgres') expect(released).toMatchObject({ value: 0 });
    else expect(released).toMatchObject({ status: 'rejected' });
  });
});
