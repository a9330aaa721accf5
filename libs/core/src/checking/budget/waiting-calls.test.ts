import { describe, expect, it } from 'vitest';
import { settle } from '../../async/turns.fixture.js';
import { newTaskId } from '../../ports/entropy.js';
import { budgetOf, originOf } from './check-budget.fixture.js';
import type { CallOrigin } from './waiting-calls.js';

/** The names of the waiting callers, in the order in which a budget with one slot serves them. */
async function served(callers: readonly (readonly [name: string, origin: CallOrigin])[]): Promise<string[]> {
  const { budget } = budgetOf({ checkConcurrency: 1 });
  budget.tryTake('batch');
  const order: string[] = [];
  for (const [name, origin] of callers) {
    void budget.take(origin, new AbortController().signal).then(() => {
      order.push(name);
      budget.free(origin.purpose);
    });
  }
  budget.free('batch');
  await settle();
  return order;
}

const [ONE, TWO] = [newTaskId(), newTaskId()];
const ofTask = (account: string, taskId = ONE, chunkIndex = 0): CallOrigin =>
  originOf('batch', account, { taskId, chunkIndex });

describe('calls that wait for a slot', () => {
  it('are served by account in turn, whoever came first', async () => {
    const ann = ['a1', 'a2', 'a3', 'a4'].map((name) => [name, ofTask('ann')] as const);
    expect(await served([...ann, ['b1', ofTask('bob')], ['b2', ofTask('bob')]])).toEqual([
      'a1',
      'b1',
      'a2',
      'b2',
      'a3',
      'a4',
    ]);
  });

  it('are served by task in turn within an account', async () => {
    const calls = [
      ['one', ofTask('ann', ONE)],
      ['one again', ofTask('ann', ONE)],
      ['two', ofTask('ann', TWO)],
      ['bob', ofTask('bob')],
    ] as const;
    expect(await served(calls)).toEqual(['one', 'bob', 'two', 'one again']);
  });

  it('are served from the first chunk of a task on', async () => {
    const calls = [3, 2, 4, 1].map((chunk) => [`chunk ${chunk}`, ofTask('ann', ONE, chunk)] as const);
    expect(await served(calls)).toEqual(['chunk 1', 'chunk 2', 'chunk 3', 'chunk 4']);
  });

  it('are served by account in turn as single checks too', async () => {
    const ann = ['a1', 'a2', 'a3'].map((name) => [name, originOf('single', 'ann')] as const);
    expect(await served([...ann, ['b1', originOf('single', 'bob')]])).toEqual(['a1', 'b1', 'a2', 'a3']);
  });
});
