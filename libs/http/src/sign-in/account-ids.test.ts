import type { AccountId, VerificationService } from '@dialproof/core';
import { afterEach, describe, expect, it } from 'vitest';
import {
  answering,
  bearer,
  NO_ACCOUNTS,
  serviceWith,
} from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import type { HttpContractOptions } from '../contract/contract-options.js';
import { createFetchHandler } from '../fetch/fetch-handler.js';
import { type ServedContract, serveListener } from '../fixtures/serve-contract.fixture.js';
import { createNodeHandler } from '../node/node-handler.js';

let served: ServedContract | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

type Ask = (path: string) => Promise<Response>;

const MOUNTS: readonly [string, (options: HttpContractOptions) => Promise<Ask>][] = [
  [
    'createNodeHandler',
    async (options) => {
      served = await serveListener(createNodeHandler(options));
      const { baseUrl } = served;
      return (path) => fetch(`${baseUrl}${path}`, { headers: bearer });
    },
  ],
  [
    'createFetchHandler',
    async (options) => {
      const handler = createFetchHandler(options);
      return (path) => handler(new Request(`http://x${path}`, { headers: bearer }));
    },
  ],
];

describe.each(MOUNTS)('the account of %s', (_name, mount) => {
  it.each(NO_ACCOUNTS)('is never %o, which is a defect of the host', async (accountId) => {
    const reported: unknown[] = [];
    const ask = await mount({
      service: serviceWith({}),
      authenticator: answering({ accountId, suspended: false }),
      onError: (error, { operation }) => reported.push(error, operation),
    });
    for (const path of ['/v1/credits', '/v1/verify/tasks/7f', '/v1/verify/tasks/7f/download']) {
      const reply = await ask(path);
      expect([reply.status, await reply.text()]).toEqual([500, '{"detail":"internal_error"}']);
    }
    const defect = expect.any(TypeError);
    expect(reported).toEqual([defect, 'credits', defect, 'poll', defect, 'download']);
  });

  it('is the decimal text of a number', async () => {
    const asked: AccountId[] = [];
    const balance: VerificationService['balance'] = async (account) => {
      asked.push(account);
      return { available: 7, held: 0 };
    };
    const ask = await mount({
      service: serviceWith({ balance }),
      authenticator: answering({ accountId: 42, suspended: false }),
    });
    expect((await ask('/v1/credits')).status).toBe(200);
    expect(asked).toEqual(['42']);
  });
});
