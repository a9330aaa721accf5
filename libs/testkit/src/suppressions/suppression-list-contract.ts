import assert from 'node:assert/strict';
import { accountId, type E164, SUPPRESSIONS_AT_ONCE, type SuppressionList } from '@dialproof/core';
import { byManyCallers, rejectsWithCode, sameJson } from '../runner/expectations.js';
import {
  type Closable,
  casesWith,
  type DefineCase,
  type Reopens,
  type TestRunner,
} from '../runner/test-runner.js';

/** The subject of a case: lists of its own, all of them empty. */
export interface SuppressionListSubject extends Closable, Reopens<SuppressionList> {
  readonly suppressions: SuppressionList;
}

const OWNER = accountId('owner');
const STRANGER = accountId('another-account');
const NOW = Date.UTC(2026, 0, 31);
const MANY = 1_000_000;

/** `index`: up to 9,999. */
function number(index: number): E164 {
  return `+1415555${String(index).padStart(4, '0')}` as E164;
}

function numbers(count: number, from = 0): E164[] {
  return Array.from({ length: count }, (_, index) => number(from + index));
}

function add(
  list: SuppressionList,
  phones: readonly E164[],
  maxPerAccount = MANY,
): Promise<number | undefined> {
  return list.add({ accountId: OWNER, phones, addedAt: NOW, maxPerAccount });
}

async function all(list: SuppressionList, limit = 100): Promise<E164[]> {
  const found: E164[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await list.page({ accountId: OWNER, limit, cursor });
    assert.ok(page.numbers.length <= limit, 'a page has more numbers than asked');
    found.push(...page.numbers.map(({ phone }) => phone));
    cursor = page.nextCursor;
    if (cursor === null) return found;
  }
}

/** Tests every sentence of `SuppressionList`. Each case calls `create` for empty lists. */
export function suppressionListContract(
  runner: TestRunner,
  create: () => Promise<SuppressionListSubject>,
): void {
  runner.describe('suppression list contract', () => {
    const it = casesWith(runner, create);
    addingCases(it);
    readingCases(it);
  });
}

function addingCases(it: DefineCase<SuppressionListSubject>): void {
  it('adds numbers once, and says how many are new', async ({ suppressions }) => {
    const [one, two, three] = numbers(3) as [E164, E164, E164];
    assert.deepEqual([await add(suppressions, [one, two, one]), await add(suppressions, [two])], [2, 0]);
    await suppressions.add({ accountId: OWNER, phones: [one, three], addedAt: NOW + 1, maxPerAccount: MANY });
    const { numbers: found } = await suppressions.page({ accountId: OWNER, limit: 9, cursor: null });
    sameJson(found, [
      { phone: three, addedAt: NOW + 1 },
      { phone: two, addedAt: NOW },
      { phone: one, addedAt: NOW },
    ]);
    assert.equal(await add(suppressions, []), 0);
  });

  it('adds as many as a call may have', async ({ suppressions }) => {
    const most = numbers(SUPPRESSIONS_AT_ONCE);
    assert.equal(await add(suppressions, most), most.length);
    assert.deepEqual(await suppressions.among(OWNER, most), new Set(most));
  });

  it('adds all or none, up to the bound of the call', async ({ suppressions }) => {
    assert.equal(await add(suppressions, numbers(3), 3), 3);
    assert.equal(await add(suppressions, numbers(2, 2), 3), undefined);
    assert.deepEqual((await all(suppressions)).sort(), numbers(3));
    // Those that are there already do not count twice, and a removed one not at all.
    assert.equal(await add(suppressions, numbers(3), 3), 0);
    await suppressions.remove(OWNER, number(0));
    assert.equal(await add(suppressions, [number(9)], 3), 1);
  });

  it('never passes the bound, however many add at once', async ({ suppressions }) => {
    const added = await byManyCallers((caller) => add(suppressions, numbers(2, 10 * caller), 21));
    assert.equal(added.filter((count) => count === 2).length, 10);
    assert.equal((await all(suppressions)).length, 20);
  });

  it('adds a number once in concurrent calls', async ({ suppressions }) => {
    const added = await byManyCallers(() => add(suppressions, numbers(3)));
    assert.equal(
      added.reduce<number>((sum, count) => sum + (count ?? 0), 0),
      3,
    );
    assert.deepEqual(await suppressions.among(OWNER, numbers(4)), new Set(numbers(3)));
  });

  it('removes a number once', async ({ suppressions }) => {
    await add(suppressions, numbers(2));
    const removed = await byManyCallers(() => suppressions.remove(OWNER, number(0)));
    assert.equal(removed.filter(Boolean).length, 1);
    assert.deepEqual(await all(suppressions), [number(1)]);
    assert.equal(await suppressions.remove(OWNER, number(7)), false);
    assert.equal(await add(suppressions, numbers(1)), 1);
  });
}

function readingCases(it: DefineCase<SuppressionListSubject>): void {
  it('knows the numbers of an account for that account alone', async ({ suppressions }) => {
    await add(suppressions, numbers(2));
    assert.deepEqual(await suppressions.among(OWNER, [number(1), number(5)]), new Set([number(1)]));
    assert.deepEqual(await suppressions.among(OWNER, []), new Set());
    assert.deepEqual(await suppressions.among(STRANGER, numbers(2)), new Set());
    const page = { accountId: STRANGER, limit: 9, cursor: null };
    sameJson(await suppressions.page(page), { numbers: [], nextCursor: null });
    assert.equal(await suppressions.remove(STRANGER, number(0)), false);
    assert.equal((await all(suppressions)).length, 2);
  });

  it('has pages with every other number once while numbers are added and removed', async ({
    suppressions,
  }) => {
    await add(suppressions, numbers(7));
    const first = await suppressions.page({ accountId: OWNER, limit: 3, cursor: null });
    assert.deepEqual(
      first.numbers.map(({ phone }) => phone),
      [number(6), number(5), number(4)],
    );
    assert.ok(first.nextCursor !== null && !/\d{5}/.test(first.nextCursor), 'the cursor has a number');
    await add(suppressions, [number(8)]);
    await suppressions.remove(OWNER, number(4));
    await suppressions.remove(OWNER, number(2));
    const rest = await suppressions.page({ accountId: OWNER, limit: 3, cursor: first.nextCursor });
    assert.deepEqual(
      rest.numbers.map(({ phone }) => phone),
      [number(3), number(1), number(0)],
    );
    assert.equal(rest.nextCursor, null);
    assert.deepEqual(await all(suppressions, 1), [8, 6, 5, 3, 1, 0].map(number));
  });

  it('refuses a cursor that it has not given', async ({ suppressions }) => {
    for (const cursor of ['', 'x', '-1', '1.5', '9'.repeat(16)]) {
      await rejectsWithCode(suppressions.page({ accountId: OWNER, limit: 1, cursor }), 'malformed_request');
    }
  });

  it('remembers numbers when it is opened again', async ({ reopen, suppressions }) => {
    await add(suppressions, numbers(2));
    await suppressions.remove(OWNER, number(1));
    const later = (await reopen?.()) ?? suppressions;
    assert.deepEqual(await all(later), [number(0)]);
    assert.equal(await add(later, [number(3), number(4)], 2), undefined);
  });
}
