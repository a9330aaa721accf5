import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { accountRegistryContract } from './account-registry-contract.js';
import { accountTokensContract } from './account-tokens-contract.js';
import { authenticatorContract } from './authenticator-contract.js';
import { BROKEN_AUTHENTICATORS, correctAuthenticator } from './broken-authenticators.fixture.js';
import { BROKEN_REGISTRIES, correctRegistry } from './broken-registries.fixture.js';
import { BROKEN_TOKENS, correctTokens } from './broken-tokens.fixture.js';

describe('authenticatorContract', () => {
  provesToCatch(authenticatorContract, correctAuthenticator, BROKEN_AUTHENTICATORS);
});

describe('accountRegistryContract', () => {
  provesToCatch(accountRegistryContract, correctRegistry, BROKEN_REGISTRIES);
});

describe('accountTokensContract', () => {
  provesToCatch(accountTokensContract, correctTokens, BROKEN_TOKENS);
});
