import { describe, expect, it } from 'vitest';
import { TurnQueue } from './turn-queue.js';

describe('TurnQueue', () => {
  it('takes from one key after another, and of each in the order of coming', () => {
    const queue = new TurnQueue<string, string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(item[0] ?? '', item);
    expect(queue.size).toBe(6);
    const taken = Array.from({ length: 6 }, () => queue.shift());
    expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.size).toBe(0);
    expect(queue.shift()).toBeUndefined();
    expect(queue.size).toBe(0);
  });
});
