import { describe, expect, it, onTestFinished } from 'vitest';
import { KeptToken, keptToken } from './kept-token.js';

/** Node has no storage of tabs, so that tokens are kept in memory. */
function tokenOf(api: string): KeptToken {
  const kept = new KeptToken(api, () => {});
  onTestFinished(() => {
    kept.forget();
    kept.close();
  });
  return kept;
}

describe('the token of a tab', () => {
  it('is for the API that it was given for, and for no other', () => {
    const one = tokenOf('https://one.example/phones');
    const other = tokenOf('https://other.example/phones');
    one.keep('a-token');
    expect(keptToken('https://one.example/phones')).toBe('a-token');
    expect(keptToken('https://other.example/phones')).toBeUndefined();
    other.keep('another-token');
    one.forget();
    expect(keptToken('https://one.example/phones')).toBeUndefined();
    expect(keptToken('https://other.example/phones')).toBe('another-token');
  });
});
