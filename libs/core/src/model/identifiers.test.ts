import { describe, expect, it } from 'vitest';
import { newTaskId, newVerificationHoldId } from '../ports/entropy.js';
import { taskHoldId, taskOfHold } from './identifiers.js';

describe('taskOfHold', () => {
  it.each([1, 2, 17])('names the task whose hold it is, in run %i', (run) => {
    const task = newTaskId();
    expect(taskOfHold(taskHoldId(task, run))).toBe(task);
  });

  it('names no task for the hold of a single verification', () => {
    expect(taskOfHold(newVerificationHoldId(0))).toBeUndefined();
  });
});
