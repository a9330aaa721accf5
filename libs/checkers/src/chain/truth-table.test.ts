import { readFileSync } from 'node:fs';
import { type BulkAnswer, DialproofError, type NumberChecker } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { statusOf } from '../calls/same-kind.js';
import { A, B, bulkThat, contextOf, singleThat } from '../calls/spoken-checkers.fixture.js';
import { FINDINGS, findingAnswer } from '../line-state.js';
import { chain } from './chain.js';

interface Row {
  readonly links: readonly string[];
  readonly result: string;
}

/** What the README's table says, so that the documented behaviour is tested. A cell may have several words: each makes a row. */
const ROWS: readonly Row[] = [
  ...readFileSync(new URL('../../README.md', import.meta.url), 'utf8').matchAll(
    /^\| ((?:`\w+`(?:, )?)+) +\| ((?:`\w+`(?:, )?)+|not asked) +\| `(\w+)` +\|$/gm,
  ),
].flatMap(([, firsts = '', seconds = '', result = '']) =>
  wordsIn(firsts).flatMap((first) =>
    seconds === 'not asked'
      ? [{ links: [first], result }]
      : wordsIn(seconds).map((second) => ({ links: [first, second], result })),
  ),
);

function wordsIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);
}

const outage = new DialproofError('checker_out_of_funds', { retryAfterMs: 42_000 });

function say(word: string): BulkAnswer {
  if (word === 'outage') throw outage;
  const finding = FINDINGS.find((one) => one === word);
  if (finding !== undefined) return findingAnswer(finding, { source: 'upstream' });
  return word as BulkAnswer;
}

/** Fails a test in which it is asked. */
const unasked = () => {
  throw new Error('this link should not be asked');
};

function sayingsOf({ links }: Row) {
  const sayings = links.map((word) => () => say(word));
  return links.length === 1 ? [...sayings, unasked] : sayings;
}

describe("the chain's truth table", () => {
  it('has a row for each word of the first link', () => {
    const firsts = new Set(ROWS.map(({ links }) => links[0]));
    const statuses = ['wa_registered', 'telegram_registered', 'dead', 'inactive', 'unknown'];
    const findings = FINDINGS.filter((finding) => finding !== 'line_dead' && finding !== 'line_absent');
    expect([...firsts].sort()).toEqual([...statuses, ...findings, 'check_failed', 'outage'].sort());
  });

  it.each(ROWS)('holds for single links: $links is $result', async (row) => {
    const links = sayingsOf(row).map(singleThat);
    const check = chain(links).check(A, contextOf());
    if (row.result === 'check_failed') await expect(check).rejects.toThrow('this check fails');
    else if (row.result === 'outage') await expect(check).rejects.toBe(outage);
    else expect(statusOf(await check)).toBe(row.result);
  });

  it.each(ROWS)('holds for bulk links, beside a number that is answered: $links is $result', async (row) => {
    const links = sayingsOf(row).map((saying) =>
      bulkThat((number) => (number === B ? 'wa_registered' : saying())),
    );
    const check = chain(links).checkMany([A, B], contextOf());
    if (row.result === 'outage') return expect(check).rejects.toBe(outage);
    const [answer, other] = await check;
    expect(statusOf(answer) ?? answer).toBe(row.result);
    expect(other).toBe('wa_registered');
  });

  it.each(ROWS)('holds if a bulk link follows a single one: $links is $result', async (row) => {
    const [first = unasked, ...others] = sayingsOf(row);
    const links = [singleThat(first), ...others.map((saying) => bulkThat(saying))];
    const checker = chain(links, { collectMs: 0 }) as NumberChecker;
    const answer = await checker.check(A, contextOf()).catch((error: unknown) => {
      return error === outage ? 'outage' : 'check_failed';
    });
    expect(statusOf(answer) ?? answer).toBe(row.result);
  });
});
