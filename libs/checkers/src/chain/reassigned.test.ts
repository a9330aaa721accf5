import { type BulkAnswer, type CheckContext, type ConsentDate, DialproofError } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { batched } from '../around/load/batched.js';
import { cached, MemoryAnswerCache } from '../around/money/cached.js';
import { A, B, bulkThat, contextOf, type Say, singleThat } from '../calls/spoken-checkers.fixture.js';
import { chain } from './chain.js';

const [MAY, JUNE] = ['2024-05-01', '2024-06-01'] as [ConsentDate, ConsentDate];

const contextWith = (...dates: [string, ConsentDate][]): CheckContext => ({
  ...contextOf(),
  consentDates: new Map(dates),
});

/** Says of the numbers with a date that they were given away. */
const telling =
  (status: 'unknown' | 'wa_registered' | 'dead' = 'unknown'): Say =>
  (number, { consentDates }) => {
    const since = consentDates?.get(number);
    return since === undefined ? status : { status, reassigned: { since, is: 'yes' } };
  };
const told = (since = MAY) => ({ reassigned: { since, is: 'yes' } });
const tells = <Checker extends object>(checker: Checker) => Object.assign(checker, { tellsReassigned: true });

describe('a chain with a link that tells who was given a number', () => {
  it('asks that link about a number with a date, whose status is known', async () => {
    const [first, second] = [singleThat(() => 'wa_registered'), tells(singleThat(telling()))];
    const chained = chain([first, second]);
    expect(chained.tellsReassigned).toBe(true);
    expect(await chained.check(A, contextWith([A, MAY]))).toEqual({ status: 'wa_registered', ...told() });
    expect(await chained.check(A, contextWith([B, MAY]))).toBe('wa_registered');
    expect(second.calls).toHaveLength(1);
  });

  it.each<[string, BulkAnswer, number]>([
    ['dead', 'dead', 0],
    ['told before', { status: 'wa_registered', ...(told() as object) } as BulkAnswer, 0],
    ['told by nobody', 'wa_registered', 1],
  ])('asks it about a number that is %s %o: %d times', async (_what, answer, calls) => {
    const second = tells(singleThat(telling()));
    await chain([tells(singleThat(() => answer)), second]).check(A, contextWith([A, MAY]));
    expect(second.calls).toHaveLength(calls);
  });

  it.each(['yes', 'no'] as const)('asks a later such link what one does not know: %s', async (is) => {
    const says = (word: 'yes' | 'no' | 'unknown') =>
      tells(singleThat(() => ({ status: 'wa_registered', reassigned: { since: MAY, is: word } })));
    const links = [says('unknown'), says(is), says('unknown')] as const;
    expect(await chain(links).check(A, contextWith([A, MAY]))).toEqual({
      status: 'wa_registered',
      reassigned: { since: MAY, is },
    });
    expect(links.map(({ calls }) => calls.length)).toEqual([1, 1, 0]);
  });

  it('keeps the answer of a later such link that was asked for the status', async () => {
    const first = tells(singleThat(() => ({ status: 'unknown', reassigned: { since: MAY, is: 'unknown' } })));
    const answer = await chain([first, tells(singleThat(telling()))]).check(A, contextWith([A, MAY]));
    expect(answer).toEqual({ status: 'unknown', ...told() });
  });

  it('takes no answer about another date', async () => {
    const first = tells(singleThat(() => ({ status: 'wa_registered', ...told(JUNE) }) as BulkAnswer));
    const answer = await chain([first, tells(singleThat(telling()))]).check(A, contextWith([A, MAY]));
    expect(answer).toEqual({ status: 'wa_registered', ...told() });
  });

  it('gives no dates to the other links', async () => {
    const contexts: CheckContext[] = [];
    const first = singleThat((_, context) => {
      contexts.push(context);
      return 'unknown';
    });
    await chain([first, tells(singleThat(telling()))]).check(A, contextWith([A, MAY]));
    expect(contexts[0]).not.toHaveProperty('consentDates');
  });

  it('leaves out who has it where the link fails, and waits for its outage', async () => {
    const failing = (error: Error) => tells(singleThat(() => Promise.reject(error)));
    const check = (error: Error) =>
      chain([singleThat(() => 'wa_registered'), failing(error)]).check(A, contextWith([A, MAY]));
    expect(await check(new Error('502'))).toBe('wa_registered');
    const outage = new DialproofError('checker_unavailable');
    await expect(check(outage)).rejects.toBe(outage);
  });

  it('does not ask the first link again after that outage', async () => {
    const first = singleThat(() => 'wa_registered');
    let isAway = true;
    const second = tells(
      singleThat((number, context) => {
        if (isAway) throw new DialproofError('checker_unavailable');
        return telling()(number, context);
      }),
    );
    const chained = chain([first, second]);
    await expect(chained.check(A, contextWith([A, MAY]))).rejects.toThrow();
    isAway = false;
    expect(await chained.check(A, contextWith([A, MAY]))).toMatchObject({
      status: 'wa_registered',
      ...told(),
    });
    expect(first.calls).toHaveLength(1);
  });

  it('is asked once a call for many numbers', async () => {
    const [first, second] = [bulkThat(() => 'wa_registered'), tells(bulkThat(telling()))];
    const answers = await chain([first, second]).checkMany([A, B], contextWith([B, MAY]));
    expect(answers).toEqual(['wa_registered', { status: 'wa_registered', ...told() }]);
    expect(second.calls).toEqual([[B]]);
  });
});

describe('a cache around such a checker', () => {
  it('repeats an answer for the same date alone, and for a number without a date', async () => {
    const checker = tells(singleThat(telling()));
    const asked = cached(checker, { cache: new MemoryAnswerCache(), keepMs: { unknown: 5_000 } });
    for (const context of [contextOf(), contextWith([A, MAY]), contextWith([A, MAY]), contextOf()])
      await asked.check(A, context);
    expect(checker.calls).toHaveLength(2);
    expect(await asked.check(A, contextWith([A, JUNE]))).toEqual({ status: 'unknown', ...told(JUNE) });
    expect(checker.calls).toHaveLength(3);
  });
});

describe('calls that are joined', () => {
  it('carries the dates of all numbers of a batch', async () => {
    const checker = tells(bulkThat(telling()));
    const asked = batched(checker, { collectMs: 0 });
    const answers = await Promise.all([
      asked.check(A, contextWith([A, MAY])),
      asked.check(B, contextWith([B, JUNE])),
    ]);
    expect(answers).toEqual([
      { status: 'unknown', ...told() },
      { status: 'unknown', ...told(JUNE) },
    ]);
    expect(checker.calls).toEqual([[A, B]]);
  });
});
