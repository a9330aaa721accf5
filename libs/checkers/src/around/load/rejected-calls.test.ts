import { type CheckContext, type E164, ManualClock } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { A, B, bulkThat, C, contextOf, numbersOf, settle } from '../../calls/spoken-checkers.fixture.js';
import { batched } from './batched.js';

describe('batched, after a call that was rejected,', () => {
  it('asks in calls of their own about the numbers of a call that was rejected', async () => {
    const clock = new ManualClock();
    const checker = bulkThat((number) => {
      if (number === A) throw new Error('422');
      return 'dead';
    });
    const asked = batched(checker, { clock });
    const ask = () => Promise.allSettled([asked.check(A, contextOf()), asked.checkMany([B, C], contextOf())]);
    const first = ask();
    clock.advance(10);
    expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await ask()).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(checker.calls).toEqual([[A, B, C], [A], [B, C]]);
    // Answered numbers are collected again.
    void asked.checkMany([B], contextOf());
    expect(clock.pending).toBe(1);
  });

  it('asks about the numbers of a call that was rejected in calls of a tenth of its size, and so on', async () => {
    const clock = new ManualClock();
    const numbers = numbersOf(100);
    const wrong = numbers[42];
    const checker = bulkThat((number) => {
      if (number === wrong) throw new Error('422');
      return 'dead';
    });
    const asked = batched(checker, { clock });
    const ask = async (some: readonly E164[]) => {
      const answers = Promise.allSettled(some.map((number) => asked.check(number, contextOf())));
      clock.advance(10);
      const given = await answers;
      return some.filter((_, index) => given[index]?.status === 'rejected');
    };
    const left = await ask(numbers);
    expect(left).toEqual(numbers);
    const leftThen = await ask(left);
    expect(leftThen).toEqual(numbers.slice(40, 50));
    expect(await ask(leftThen)).toEqual([wrong]);
    expect(checker.calls.map(({ length }) => length)).toEqual([
      100,
      ...Array.from({ length: 10 }, () => 10),
      ...Array.from({ length: 10 }, () => 1),
    ]);
    // Answered numbers are collected again, beside the number that was not answered.
    expect(await ask(numbers.slice(0, 50))).toEqual([wrong]);
    expect(checker.calls.slice(21).map(({ length }) => length)).toEqual([1, 49]);
  });

  it.each([
    ['a failure that says that asking again is of use', 0],
    ['one that says when', 3_000],
  ])(
    'asks once more in a call with others after %s, and in calls of their own only then',
    async (...given) => {
      const [, retryAfterMs] = given;
      const clock = new ManualClock();
      const numbers = numbersOf(101);
      const [wrong, other] = [numbers[42], numbers[100] ?? A];
      const checker = bulkThat((number) => {
        if (number === wrong) throw Object.assign(new Error('closed'), { retryAfterMs });
        return 'dead';
      }, 101);
      const asked = batched(checker, { clock });
      const ask = async (some: readonly E164[]) => {
        const answers = Promise.allSettled(some.map((number) => asked.check(number, contextOf())));
        clock.advance(10);
        const given = await answers;
        return some.filter((_, index) => given[index]?.status === 'rejected');
      };
      const hundred = numbers.slice(0, 100);
      expect(await ask(hundred)).toEqual(hundred);
      expect(await ask(numbers)).toEqual(numbers);
      // As far as two divisions: the attempts of a task end with the next call.
      expect(await ask(numbers)).toEqual([wrong]);
      expect(checker.calls.map(({ length }) => length)).toEqual([100, 101, 1, ...hundred.map(() => 1)]);
      expect(await ask([other])).toEqual([]);
    },
  );

  it('checks the numbers of an abandoned call together again', async () => {
    const clock = new ManualClock();
    let isAway = true;
    const sizes: number[] = [];
    const checker = {
      maxNumbers: 100,
      checkMany: (numbers: readonly E164[], { signal }: CheckContext) => {
        sizes.push(numbers.length);
        if (!isAway) return Promise.resolve(numbers.map(() => 'dead' as const));
        return new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
    };
    const asked = batched(checker, { clock });
    const controller = new AbortController();
    const left = Promise.allSettled(
      numbersOf(20).map((number) => asked.check(number, contextOf(controller.signal))),
    );
    clock.advance(10);
    controller.abort(new Error('too slow'));
    await left;
    await settle();
    isAway = false;
    const answers = Promise.all(numbersOf(20).map((number) => asked.check(number, contextOf())));
    clock.advance(10);
    expect(await answers).toEqual(Array(20).fill('dead'));
    expect(sizes).toEqual([20, 20]);
  });

  it('collects numbers of rejected calls of different sizes for the smallest of their calls', async () => {
    const clock = new ManualClock();
    let isAway = true;
    const checker = bulkThat(() => {
      if (isAway) throw new Error('500');
      return 'dead';
    });
    const asked = batched(checker, { clock });
    const numbers = numbersOf(60);
    const ask = async (some: readonly E164[]) => {
      const answers = Promise.allSettled(some.map((number) => asked.check(number, contextOf())));
      clock.advance(10);
      await answers;
    };
    await ask(numbers.slice(0, 40));
    await ask(numbers.slice(40));
    isAway = false;
    // A number from the call of 20 has room for one other, one from the call of 40 for three.
    await ask([0, 40, 1, 2, 3, 41, 42, 4].map((index) => numbers[index] ?? A));
    expect(checker.calls.slice(2)).toEqual(
      [[0, 40], [1, 2, 3], [41, 42], [4]].map((call) => call.map((index) => numbers[index])),
    );
  });
});
