import { describe, expect, it } from 'vitest';
import { trialService } from '../../service/trial-service.fixture.js';
import { type Asked, bytesOf, done } from './trial-results.fixture.js';

describe('a request with invalid settings', () => {
  it.each([
    ['an unknown format', { format: 'pdf' }],
    ['an unknown status', { statuses: ['dead', 'alive'] }],
    ['no status at all', { statuses: [] }],
    ['statuses that are no list', { statuses: 'dead' }],
    ['neither to neutralise formulas nor not to', { neutralizeFormulas: 'false' }],
  ])('is a TypeError: %s', async (_, asked) => {
    const trial = await trialService();
    // Only a caller without types can request this.
    await expect(bytesOf(trial, await done(trial), asked as unknown as Asked)).rejects.toThrow(TypeError);
  });
});
