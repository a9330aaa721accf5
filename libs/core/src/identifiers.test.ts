import { describe, expect, it } from 'vitest';
import { newTaskId, newVerificationHoldId, taskHoldId, taskOfHold } from './identifiers.js';

describe('taskOfHold', () => {
  it('names the task whose hold it is', () => {
    const task = newTaskId();
    expect(taskOfHold(taskHoldId(task))).toBe(task);
  });

  it('names none for the hold of a single verification', () => {
    expect(taskOfHold(newVerificationHoldId(0))).toBeUndefined();
  });
});
