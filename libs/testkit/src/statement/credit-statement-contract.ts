import assert from 'node:assert/strict';
import {
  type AccountId,
  type CreditEntry,
  type CreditLedger,
  type CreditStatement,
  type HoldId,
  newTaskId,
  type StatementRequest,
  taskHoldId,
} from '@dialproof/core';
import { ADA, BOB, holdFor, settle } from '../ledger/sample-hold.js';
import { rejectsWithCode, sameJson } from '../runner/expectations.js';
import {
  type CreateOnClock,
  type DefineTimedCase,
  type KeepsTime,
  timedCasesWith,
} from '../runner/own-time.js';
import type { Reopens, TestRunner } from '../runner/test-runner.js';

/** The subject of a case: a ledger of its own, and its statement over the same credits, often the same object. */
export interface CreditStatementSubject extends KeepsTime, Reopens<CreditStatement> {
  readonly ledger: CreditLedger;
  readonly statement: CreditStatement;
  /** Gives an account credits. Creates the account first if the ledger needs that. */
  grant(accountId: AccountId, credits: number): Promise<void>;
}

function statementRequest(changes: Partial<StatementRequest> = {}): StatementRequest {
  return { accountId: ADA, limit: 100, cursor: null, ...changes };
}

/** Reads all pages of a statement, and resolves to their entries. */
export async function readStatement(
  statement: CreditStatement,
  changes: Partial<StatementRequest> = {},
): Promise<CreditEntry[]> {
  const entries: CreditEntry[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 50; pages += 1) {
    const page = await statement.statement(statementRequest({ ...changes, cursor }));
    entries.push(...page.entries);
    if (page.nextCursor === null) return entries;
    cursor = page.nextCursor;
  }
  assert.fail('the statement does not come to an end');
}

/** Holds as many credits as are charged, and charges them. */
export async function charge(
  ledger: CreditLedger,
  credits: number,
  accountId: AccountId = ADA,
): Promise<HoldId> {
  const holdId = await holdFor(ledger, { accountId, credits });
  await settle(ledger, holdId, credits, accountId);
  return holdId;
}

const DAY_MS = 86_400_000;

function entryCases(it: DefineTimedCase<CreditStatementSubject>): void {
  it('shows grants and charges, the newest first, with hold and time', async (subject, time) => {
    const { grant, ledger, statement } = subject;
    const times = [time.clock.now()];
    await grant(ADA, 100);
    await time.pass(1_000);
    const holdId = await holdFor(ledger, { holdId: taskHoldId(newTaskId(), 2), credits: 30 });
    await time.pass(1_000);
    times.unshift(time.clock.now());
    await settle(ledger, holdId, 12);
    await time.pass(1_000);
    times.unshift(time.clock.now());
    await grant(ADA, 7);
    const { entries } = await statement.statement(statementRequest());
    sameJson(
      entries.map(({ at: _, entryId: __, ...entry }) => entry),
      [
        { kind: 'grant', credits: 7, holdId: null },
        { kind: 'charge', credits: -12, holdId },
        { kind: 'grant', credits: 100, holdId: null },
      ],
    );
    const shown = entries.map(({ at }) => at);
    for (const at of shown) assert.ok(Number.isSafeInteger(at), `an entry is of ${at}`);
    if (time.isOfClock) assert.deepEqual(shown, times);
    assert.equal(new Set(entries.map(({ entryId }) => entryId)).size, 3);
    for (const { entryId } of entries) assert.equal(typeof entryId, 'string');
  });

  it('shows neither holds nor releases', async ({ grant, ledger, statement }, time) => {
    await grant(ADA, 100);
    await holdFor(ledger, { credits: 10 });
    await settle(ledger, await holdFor(ledger, { credits: 20 }), 0);
    await holdFor(ledger, { credits: 30, expiresAfterMs: 1_000 });
    await time.pass(DAY_MS);
    await ledger.releaseExpired();
    assert.deepEqual(
      (await readStatement(statement)).map(({ credits }) => credits),
      [100],
    );
  });

  it('shows the entries of one account alone', async ({ grant, ledger, statement }) => {
    for (const account of [ADA, BOB]) await grant(account, 100);
    await charge(ledger, 5);
    await charge(ledger, 7, BOB);
    const ofBob = await readStatement(statement, { accountId: BOB });
    assert.deepEqual(
      ofBob.map(({ credits }) => credits),
      [-7, 100],
    );
  });

  it('adds up to the available and held credits', async ({ grant, ledger, statement }) => {
    await grant(ADA, 5_000_000_000);
    for (const credits of [3, 1, 2]) await charge(ledger, credits);
    await grant(ADA, 40);
    await holdFor(ledger, { credits: 9 });
    const sum = (await readStatement(statement)).reduce((total, { credits }) => total + credits, 0);
    const { available, held } = await ledger.balance(ADA);
    assert.equal(sum, available + held);
  });

  it('shows nothing of the entries of others in its ids and cursors', async ({ grant, statement }) => {
    for (let round = 0; round < 4; round += 1) {
      await grant(ADA, 1);
      for (let others = 0; others < 5 * round; others += 1) await grant(BOB, 1);
    }
    const ids = (await readStatement(statement)).map(({ entryId }) => entryId);
    const cursors: string[] = [];
    for (const limit of [1, 2, 3]) {
      const { nextCursor } = await statement.statement(statementRequest({ limit }));
      if (nextCursor !== null) cursors.push(nextCursor);
    }
    // An id must not be a number: numbers count the account's entries without gaps.
    for (const shown of [ids, cursors]) {
      for (const [index, text] of shown.entries()) {
        const previous = shown[index - 1];
        if (!/^\d+$/.test(text) || previous === undefined) continue;
        assert.equal(Number(previous) - Number(text), 1, `${text} follows ${previous}`);
      }
    }
  });

  it('keeps its entries when it is opened again', async (subject) => {
    const { grant, ledger, statement } = subject;
    await grant(ADA, 100);
    await charge(ledger, 5);
    const before = await readStatement(statement);
    const again = (await subject.reopen?.()) ?? statement;
    sameJson(await readStatement(again), before);
  });
}

/** The numbers from `from` down to 1, which distinguish the grants of the cases. */
function countdown(from: number): number[] {
  return Array.from({ length: from }, (_, index) => from - index);
}

function pageCases(it: DefineTimedCase<CreditStatementSubject>): void {
  it('shows page after page, also of entries of the same time', async ({ grant, statement }) => {
    for (let credits = 1; credits <= 7; credits += 1) {
      await grant(ADA, credits);
      await grant(BOB, 100);
    }
    const first = await statement.statement(statementRequest({ limit: 3 }));
    assert.equal(first.entries.length, 3);
    assert.notEqual(first.nextCursor, null);
    for (const limit of [1, 2, 3, 7, 8]) {
      const credits = (await readStatement(statement, { limit })).map((entry) => entry.credits);
      assert.deepEqual(credits, countdown(7), `pages of ${limit}`);
    }
  });

  it('says that no page follows a full one that was the last', async ({ grant, statement }) => {
    for (let credits = 1; credits <= 4; credits += 1) await grant(ADA, credits);
    const first = await statement.statement(statementRequest({ limit: 2 }));
    const second = await statement.statement(statementRequest({ limit: 2, cursor: first.nextCursor }));
    assert.deepEqual([second.entries.length, second.nextCursor], [2, null]);
  });

  it('shows every older entry once while entries are added', async ({ grant, statement }) => {
    for (let credits = 1; credits <= 6; credits += 1) await grant(ADA, credits);
    const first = await statement.statement(statementRequest({ limit: 2 }));
    for (const credits of [7, 8, 9]) await grant(ADA, credits);
    const second = await statement.statement(statementRequest({ limit: 2, cursor: first.nextCursor }));
    const third = await statement.statement(statementRequest({ limit: 2, cursor: second.nextCursor }));
    assert.deepEqual(
      [...first.entries, ...second.entries, ...third.entries].map(({ credits }) => credits),
      countdown(6),
    );
    assert.equal(third.nextCursor, null);
  });

  it('refuses a cursor that it has not given', async ({ grant, statement }) => {
    await grant(ADA, 1);
    for (const cursor of ['', 'x', '1x', '-1', "' OR '1'='1", '\u0000', 'x'.repeat(10_000)]) {
      await rejectsWithCode(statement.statement(statementRequest({ cursor })), 'malformed_request');
    }
  });
}

/** Tests every sentence of {@link CreditStatement}. Each case calls `create` for a ledger without accounts that goes by the clock. */
export function creditStatementContract(
  runner: TestRunner,
  create: CreateOnClock<CreditStatementSubject>,
): void {
  runner.describe('credit statement contract', () => {
    const it = timedCasesWith(runner, create);
    entryCases(it);
    pageCases(it);
  });
}
