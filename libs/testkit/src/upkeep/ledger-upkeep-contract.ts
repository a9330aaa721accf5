import assert from 'node:assert/strict';
import {
  type AccountId,
  type CreditLedger,
  type CreditStatement,
  chargesMonth,
  type HoldId,
  type LedgerUpkeep,
} from '@dialproof/core';
import { ADA, BOB, holdFor, settle } from '../ledger/sample-hold.js';
import { sameJson } from '../runner/expectations.js';
import {
  type CreateOnClock,
  type DefineTimedCase,
  DRIFT_MS,
  type KeepsTime,
  type SubjectTime,
  timedCasesWith,
} from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import { charge, readStatement } from '../statement/credit-statement-contract.js';

/** The subject of a case: a ledger of its own, with its upkeep and its statement over the same credits, often one object. */
export interface LedgerUpkeepSubject extends KeepsTime {
  readonly ledger: CreditLedger;
  readonly upkeep: LedgerUpkeep;
  readonly statement: CreditStatement;
  /** Gives an account credits. Creates the account first if the ledger needs that. */
  grant(accountId: AccountId, credits: number): Promise<void>;
}

const DAY_MS = 86_400_000;
const OLD = { closedBeforeMs: DAY_MS, limit: 100 };

/** The ids that the pages of the open holds list, in any order. */
async function openIds(upkeep: LedgerUpkeep, limit: number): Promise<HoldId[]> {
  const ids: HoldId[] = [];
  for (let pages = 0; pages < 50; pages += 1) {
    const page = await upkeep.openHolds({ after: ids.at(-1) ?? null, limit });
    ids.push(...page.map(({ holdId }) => holdId));
    if (page.length < limit) return ids.sort();
  }
  assert.fail('the open holds do not come to an end');
}

function pruneCases(it: DefineTimedCase<LedgerUpkeepSubject>): void {
  it('lists the open holds that never expire, page after page', async ({ grant, ledger, upkeep }) => {
    await grant(ADA, 100);
    await grant(BOB, 100);
    assert.deepEqual(await upkeep.openHolds({ after: null, limit: 9 }), []);
    await holdFor(ledger, { expiresAfterMs: 0 });
    await settle(ledger, await holdFor(ledger, { credits: 1 }), 1);
    const open = [await holdFor(ledger, { accountId: BOB, credits: 7 })];
    for (let made = 0; made < 6; made += 1) open.push(await holdFor(ledger, { credits: made }));
    for (const limit of [1, 2, 7, 8]) assert.deepEqual(await openIds(upkeep, limit), [...open].sort());
    const all = await upkeep.openHolds({ after: null, limit: 9 });
    assert.deepEqual(
      all.filter(({ accountId }) => accountId === BOB),
      [{ holdId: open[0], accountId: BOB }],
    );
    const first = await upkeep.openHolds({ after: null, limit: 3 });
    for (const { accountId, holdId } of first) await settle(ledger, holdId, 0, accountId);
    const rest = await upkeep.openHolds({ after: first.at(-1)?.holdId ?? null, limit: 9 });
    assert.equal(rest.length, 4);
  });

  it('prunes holds that were closed so long ago, and no others', async (subject, time) => {
    const { grant, ledger, upkeep } = subject;
    await grant(ADA, 100);
    const open = await holdFor(ledger, { credits: 5 });
    const expiring = await holdFor(ledger, { credits: 5, expiresAfterMs: 10 * DAY_MS });
    const old = await holdFor(ledger, { credits: 10 });
    const released = await holdFor(ledger, { credits: 10 });
    await settle(ledger, old, 4);
    await settle(ledger, released, 0);
    await time.pass(2 * DRIFT_MS);
    const young = await holdFor(ledger, { credits: 10 });
    await settle(ledger, young, 3);
    await time.pass(DAY_MS - 2 * DRIFT_MS - DRIFT_MS);
    assert.equal(await upkeep.pruneHolds(OLD), 0);
    await time.pass(DRIFT_MS);
    assert.deepEqual([await upkeep.pruneHolds(OLD), await upkeep.pruneHolds(OLD)], [2, 0]);
    sameJson(await ledger.balance(ADA), { available: 83, held: 10 });
    sameJson(await settle(ledger, young, 10), { charged: 3, returned: 7 });
    sameJson(await settle(ledger, open, 1), { charged: 1, returned: 4 });
    sameJson(await settle(ledger, expiring, 5), { charged: 5, returned: 0 });
    sameJson(await ledger.balance(ADA), { available: 87, held: 0 });
  });

  it('prunes at most as many as asked, the oldest first', async ({ grant, ledger, upkeep }, time) => {
    await grant(ADA, 100);
    const holds: HoldId[] = [];
    for (let made = 0; made < 5; made += 1) {
      holds.push(await charge(ledger, 1));
      await time.pass(1_000);
    }
    await time.pass(DAY_MS);
    assert.equal(await upkeep.pruneHolds({ ...OLD, limit: 2 }), 2);
    const known: number[] = [];
    for (const holdId of holds) known.push((await settle(ledger, holdId, 0)).charged);
    assert.deepEqual(known, [0, 0, 1, 1, 1]);
    assert.equal(await upkeep.pruneHolds(OLD), 3);
  });

  it('prunes each hold once in concurrent calls', async ({ grant, ledger, upkeep }, time) => {
    await grant(ADA, 100);
    await grant(BOB, 100);
    for (let made = 0; made < 10; made += 1) await charge(ledger, 1, made % 2 === 0 ? ADA : BOB);
    await time.pass(DAY_MS);
    await Promise.all([1, 2, 3].map(() => upkeep.pruneHolds(OLD)));
    assert.equal(await upkeep.pruneHolds(OLD), 0);
    for (const account of [ADA, BOB]) sameJson(await ledger.balance(account), { available: 95, held: 0 });
  });
}

/** Half of a month at least, and less than a whole one. */
const HALF_MS = 16 * DAY_MS;

/** Long enough that the month of the latest entry has ended. */
const MONTHS_MS = 40 * DAY_MS;
const ALL = { endedBeforeMs: 1, limit: 1_000 };

/** Charges each account twice a month, for three months, with a grant in each. Resolves to the sum of the charges of an account. */
async function useUp({ grant, ledger }: LedgerUpkeepSubject, time: SubjectTime): Promise<void> {
  for (let half = 1; half <= 6; half += 1) {
    for (const account of [ADA, BOB]) {
      await grant(account, 100 + half);
      await charge(ledger, half, account);
    }
    await time.pass(HALF_MS);
  }
}

function sumCases(it: DefineTimedCase<LedgerUpkeepSubject>): void {
  it('sums up charges by account and month, and leaves grants as they are', async (subject, time) => {
    const { ledger, statement, upkeep } = subject;
    await useUp(subject, time);
    const before = await readStatement(statement);
    await time.pass(MONTHS_MS);
    for (const taken of [7, 5, 0]) assert.equal(await upkeep.sumUpCharges({ ...ALL, limit: 7 }), taken);
    const after = await readStatement(statement);
    const grantsOf = (entries: typeof before) => entries.filter(({ kind }) => kind === 'grant');
    sameJson(grantsOf(after), grantsOf(before));
    const sums = after.filter(({ kind }) => kind !== 'grant');
    assert.ok(sums.length < 6, `there are ${sums.length} sums of 6 charges`);
    for (const { at, credits, entryId, holdId, kind } of sums) {
      assert.deepEqual([kind, holdId], ['charges_of_month', null]);
      const month = new Date(at).toISOString().slice(0, 7);
      const charges = before.filter(
        (entry) => entry.kind === 'charge' && new Date(entry.at).toISOString().startsWith(month),
      );
      assert.equal(
        credits,
        charges.reduce((sum, entry) => sum + entry.credits, 0),
      );
      assert.equal(entryId, charges[0]?.entryId, 'a sum is in the place of its last charge');
    }
    const { available, held } = await ledger.balance(ADA);
    assert.equal(
      after.reduce((sum, { credits }) => sum + credits, 0),
      available + held,
    );
    assert.equal((await readStatement(statement, { accountId: BOB })).length, after.length);
    for (const limit of [1, 2, 3]) sameJson(await readStatement(statement, { limit }), after);
  });

  it('leaves the charges of months that have not ended so long ago', async (subject, time) => {
    const { statement, upkeep } = subject;
    await useUp(subject, time);
    const before = await readStatement(statement);
    assert.equal(await upkeep.sumUpCharges({ endedBeforeMs: 200 * DAY_MS, limit: 1_000 }), 0);
    sameJson(await readStatement(statement), before);
    await upkeep.sumUpCharges({ endedBeforeMs: 2 * HALF_MS, limit: 1_000 });
    const after = await readStatement(statement);
    sameJson(after[0], before[0]);
    assert.ok(after.some(({ kind }) => kind === 'charges_of_month'));
    assert.ok(after.some(({ kind }) => kind === 'charge'));
  });

  it('begins a month with its first millisecond', async (subject, time) => {
    // A subject with another clock cannot be compared.
    if (!time.isOfClock) return;
    const { grant, ledger, statement, upkeep } = subject;
    await grant(ADA, 100);
    await time.pass(chargesMonth(time.clock.now()).until - time.clock.now() - 1);
    for (const credits of [1, 2]) {
      await charge(ledger, credits);
      await time.pass(1);
    }
    assert.equal(await upkeep.sumUpCharges({ endedBeforeMs: 0, limit: 1_000 }), 1);
    const [last, sum] = await readStatement(statement);
    assert.deepEqual(
      [last?.kind, last?.credits, sum?.kind, sum?.credits],
      ['charge', -2, 'charges_of_month', -1],
    );
  });

  it('counts each charge once in concurrent calls', async (subject, time) => {
    const { ledger, statement, upkeep } = subject;
    await useUp(subject, time);
    await time.pass(MONTHS_MS);
    await Promise.all([1, 2, 3].map(() => upkeep.sumUpCharges(ALL)));
    for (const account of [ADA, BOB]) {
      const entries = await readStatement(statement, { accountId: account });
      const { available, held } = await ledger.balance(account);
      assert.equal(
        entries.reduce((sum, { credits }) => sum + credits, 0),
        available + held,
      );
    }
  });
}

/** Tests every sentence of {@link LedgerUpkeep}. Each case calls `create` for a ledger without accounts that goes by the clock. */
export function ledgerUpkeepContract(runner: TestRunner, create: CreateOnClock<LedgerUpkeepSubject>): void {
  runner.describe('ledger upkeep contract', () => {
    const it = timedCasesWith(runner, create);
    pruneCases(it);
    sumCases(it);
  });
}
