import type { AccountId, VerificationService } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import {
  answering,
  bearer,
  NO_ACCOUNTS,
  serviceWith,
} from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { createFetchHandler, type FetchHandlerOptions } from '../fetch/fetch-handler.js';

function mount(options: FetchHandlerOptions): (path: string) => Promise<Response> {
  const handler = createFetchHandler(options);
  return (path) => handler(new Request(`http://x${path}`, { headers: bearer }));
}

describe('the account of a caller', () => {
  it.each(NO_ACCOUNTS)('is never %o, which is a defect of the host', async (accountId) => {
    const reported: unknown[] = [];
    const ask = mount({
      service: serviceWith({}),
      authenticator: answering({ accountId, suspended: false }),
      onError: (error, { operation }) => reported.push(error, operation),
    });
    for (const path of ['/v1/credits', '/v1/verify/tasks/7f/download']) {
      const reply = await ask(path);
      expect([reply.status, await reply.text()]).toEqual([500, '{"detail":"internal_error"}']);
    }
    const defect = expect.any(TypeError);
    expect(reported).toEqual([defect, 'credits', defect, 'download']);
  });

  it('is the decimal text of a number', async () => {
    const asked: AccountId[] = [];
    const balance: VerificationService['balance'] = async (account) => {
      asked.push(account);
      return { available: 7, held: 0 };
    };
    const ask = mount({
      service: serviceWith({ balance }),
      authenticator: answering({ accountId: 42, suspended: false }),
    });
    expect((await ask('/v1/credits')).status).toBe(200);
    expect(asked).toEqual(['42']);
  });
});
