import {
  accountId,
  ManualClock,
  MemoryAccountRegistry,
  MemoryAccountTokens,
  MemoryAuthenticator,
} from '@dialproof/core';
import { describe, it } from 'vitest';
import { accountRegistryContract } from './account-registry-contract.js';
import { accountTokensContract } from './account-tokens-contract.js';
import { authenticatorContract } from './authenticator-contract.js';

describe('MemoryAuthenticator', () => {
  authenticatorContract({ describe, it }, async () => {
    const known = [
      ['token-of-Ada', { accountId: accountId('ada'), suspended: false }],
      ['another-token-of-Ada', { accountId: accountId('ada'), suspended: false }],
      ['narrow-token-of-Ada', { accountId: accountId('ada'), suspended: false, scopes: ['read'] }],
      ['token-of-Bob', { accountId: accountId('bob'), suspended: true }],
    ] as const;
    return { authenticator: new MemoryAuthenticator(known), known, close: async () => {} };
  });
});

describe('MemoryAccountRegistry', () => {
  accountRegistryContract({ describe, it }, async () => {
    const authenticator = new MemoryAuthenticator();
    return { registry: new MemoryAccountRegistry({ authenticator }), authenticator, close: async () => {} };
  });
});

describe('MemoryAccountTokens', () => {
  accountTokensContract({ describe, it }, async () => {
    const clock = new ManualClock(1_767_225_600_000);
    const authenticator = new MemoryAuthenticator();
    return {
      ...{ tokens: new MemoryAccountTokens({ authenticator, clock }), authenticator },
      accounts: [accountId('ada'), accountId('bob')],
      advance: (ms) => clock.advance(ms),
      now: () => clock.now(),
      close: async () => {},
    };
  });
});
