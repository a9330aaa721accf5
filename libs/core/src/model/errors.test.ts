import { describe, expect, it } from 'vitest';
import { DialproofError, isDialproofError } from './errors.js';

describe('DialproofError', () => {
  it('carries its code, its hint and its cause', () => {
    const cause = new Error('disk full');
    const error = new DialproofError('storage_unavailable', { hint: 'free some space', cause });
    expect(error).toMatchObject({ code: 'storage_unavailable', hint: 'free some space', cause });
    expect(error.message).toBe('storage_unavailable: free some space');
  });

  it('is recognised if it comes from another copy of the package', () => {
    const foreign = Object.assign(new Error('x'), { name: 'DialproofError', code: 'task_not_found' });
    expect(isDialproofError(foreign)).toBe(true);
    expect(isDialproofError(foreign, 'task_not_found')).toBe(true);
    expect(isDialproofError(foreign, 'task_not_done')).toBe(false);
  });

  it.each([
    ['an error of another kind', new Error('task_not_found')],
    ['a driver error with a code', Object.assign(new Error('x'), { code: 'ENOENT' })],
    ['an unknown code', Object.assign(new Error('x'), { name: 'DialproofError', code: 'no_such_code' })],
    ['a plain object', { name: 'DialproofError', code: 'task_not_found' }],
    ['nothing', undefined],
  ])('does not take %s for one', (_, value) => {
    expect(isDialproofError(value)).toBe(false);
  });
});
