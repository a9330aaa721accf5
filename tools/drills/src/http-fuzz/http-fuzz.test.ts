import { describe, expect, it } from 'vitest';
import { httpFuzz } from './http-fuzz.js';
import { rawInput } from './raw-input.js';

describe('raw requests', () => {
  it('are answered or closed, and nothing fails inside', { timeout: 120_000 }, async () => {
    const { violations, statuses, stop } = await httpFuzz({ runs: 3_000, seed: 1 });

    expect(violations).toEqual([]);
    expect(stop).toBe('exit code 0');
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 415, 422]));
  });

  it('are the same for the same seed and number', () => {
    const names = { token: 'token', taskId: 'task' };

    expect(rawInput(7, 3, names)).toEqual(rawInput(7, 3, names));
    expect(rawInput(7, 3, names)).not.toEqual(rawInput(8, 3, names));
  });
});
