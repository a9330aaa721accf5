import assert from 'node:assert/strict';
import { ADA, BOB } from '../ledger/sample-hold.js';
import { rejectsWithCode } from '../runner/expectations.js';
import type { DefineTimedCase } from '../runner/own-time.js';
import { type CreditStatementSubject, readStatement, statementRequest } from './sample-statement.js';

/** The numbers from `from` down to 1, which distinguish the grants of the cases. */
function countdown(from: number): number[] {
  return Array.from({ length: from }, (_, index) => from - index);
}

export function pageCases(it: DefineTimedCase<CreditStatementSubject>): void {
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
