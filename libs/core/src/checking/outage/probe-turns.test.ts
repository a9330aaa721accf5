import { describe, expect, it } from 'vitest';
import { newTaskId } from '../../ports/new-identifiers.js';
import { ProbeTurns } from './probe-turns.js';

/** Offers chunks in their order until one is the probe, and once more if none is. The last probe is offered last, since it rests. */
function probesOf(turns: ProbeTurns, chunks: readonly number[], count: number): (number | undefined)[] {
  const task = newTaskId();
  const probes: (number | undefined)[] = [];
  for (let probe = 0; probe < count; probe += 1) {
    const last = probes.at(-1);
    const offered = [
      ...chunks.filter((chunk) => chunk !== last),
      ...chunks.filter((chunk) => chunk === last),
    ];
    probes.push([...offered, ...offered].find((chunk) => turns.take(task, chunk, probe)));
  }
  return probes;
}

describe('chunks whose open numbers were all tried', () => {
  it('are the probe in turn, again and again', () => {
    expect(probesOf(new ProbeTurns(), [0, 1, 2], 7)).toEqual([0, 1, 2, 0, 1, 2, 0]);
  });

  it('are the probe each time if there is only one', () => {
    const turns = new ProbeTurns();
    const task = newTaskId();
    expect([1, 2, 3].map((probe) => turns.take(task, 4, probe))).toEqual([true, true, true]);
  });

  it('leave every probe to chunks behind them that have not been a probe yet', () => {
    const turns = new ProbeTurns();
    const task = newTaskId();
    for (const chunk of [0, 1]) turns.take(task, chunk, chunk);
    for (let probe = 2; probe < 10; probe += 1) {
      expect([0, 1].map((chunk) => turns.take(task, chunk, probe))).toEqual([false, false]);
    }
  });

  it('have turns of their own in each task', () => {
    const turns = new ProbeTurns();
    const [one, other] = [newTaskId(), newTaskId()];
    expect([turns.take(one, 0, 1), turns.take(one, 1, 2), turns.take(other, 0, 3)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([turns.take(one, 0, 4), turns.take(other, 0, 4)]).toEqual([false, true]);
  });

  it('are forgotten with the task that was noted longest ago, above a thousand', () => {
    const turns = new ProbeTurns();
    const task = newTaskId();
    for (const chunk of [0, 1]) turns.take(task, chunk, chunk);
    expect(turns.take(task, 0, 2)).toBe(false);
    for (let others = 0; others < 1_000; others += 1) turns.take(newTaskId(), 0, 2);
    expect(turns.take(task, 0, 3)).toBe(true);
  });
});

describe('a chunk of numbers that have failed before', () => {
  it('leaves each probe once to the chunks behind it', () => {
    const turns = new ProbeTurns();
    const [task, other] = [newTaskId(), newTaskId()];
    expect([1, 1, 1, 2, 2].map((probe) => turns.leave(task, 0, probe))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
    expect([turns.leave(task, 1, 2), turns.leave(other, 0, 2)]).toEqual([true, true]);
  });
});
