import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountId,
  createVerificationService,
  DialproofError,
  InProcessTaskQueue,
  MemoryCreditLedger,
  MemoryTaskStore,
} from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { verifyFile } from './verify-file.js';

describe('verifyFile', () => {
  it('gives up when the checker is down for too long, and writes nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dialproof-library-'));
    const file = join(folder, 'people.csv');
    await writeFile(file, 'phone\n+14155550100\n');
    const account = accountId('this-test');
    const ledger = new MemoryCreditLedger();
    await ledger.grant(account, 1);
    const service = createVerificationService({
      ledger,
      store: new MemoryTaskStore(),
      queue: new InProcessTaskQueue(),
      checker: { check: () => Promise.reject(new DialproofError('checker_unavailable')) },
      outageTimeoutMs: 1,
    });
    await service.start();
    const shown: string[] = [];
    const request = {
      accountId: account,
      file,
      reading: {},
      columns: ['status'] as const,
      onProgress: ({ status }: { status: string }) => shown.push(status),
      signal: new AbortController().signal,
    };
    const result = {
      write: () => Promise.reject(new Error('there is nothing to be written')),
      discard: async () => {},
    };
    try {
      await expect(verifyFile(service, request, result)).rejects.toMatchObject({
        name: 'ScriptFailure',
        exitCode: 6,
        message: 'The checker does not answer: try again later.',
      });
      expect(shown.at(-1)).toBe('failed');
      expect(await ledger.balance(account)).toEqual({ available: 1, held: 0 });
    } finally {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
