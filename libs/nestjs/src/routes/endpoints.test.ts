import { createVerificationService, MemoryAuthenticator } from '@dialproof/core';
import { createHttpContract } from '@dialproof/http';
import { MemoryAccountRegistry } from '@dialproof/testkit/memory';
import { describe, expect, it } from 'vitest';
import { memoryParts } from '../fixtures/host-application.fixture.js';
import { endpoints } from './endpoints.js';

describe('the endpoints that Nest routes', () => {
  it.each([true, false])('are those of the contract, with registration: %s', (registration) => {
    const { authenticator, ...parts } = memoryParts();
    const accounts = new MemoryAccountRegistry({ authenticator: new MemoryAuthenticator() });
    const contract = createHttpContract({
      service: createVerificationService(parts),
      authenticator,
      ...(registration ? { accounts } : {}),
    });
    const paths = endpoints({ registration }).map(({ path }) => path);
    const routed = contract.paths.map((path) => path.replace(/\{(\w+)\}/, ':$1'));
    expect([...new Set(paths)].sort()).toEqual(routed.sort());
  });
});
