import { describe, expect, it } from 'vitest';
import { canBecome, hasEnded, TASK_STATUSES, type TaskStatus } from './task.js';

const LEGAL: readonly (readonly [TaskStatus, TaskStatus])[] = [
  ['queued', 'processing'],
  ['processing', 'done'],
  ['processing', 'failed'],
  ['done', 'queued'],
  ['failed', 'queued'],
];

describe('task transitions', () => {
  for (const from of TASK_STATUSES) {
    for (const to of TASK_STATUSES) {
      const legal = LEGAL.some(([a, b]) => a === from && b === to);
      it(`${legal ? 'allows' : 'refuses'} ${from} to ${to}`, () => {
        expect(canBecome(from, to)).toBe(legal);
      });
    }
  }

  it('has exactly two endings', () => {
    expect(TASK_STATUSES.filter(hasEnded)).toEqual(['done', 'failed']);
  });
});
