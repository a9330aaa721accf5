import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  accountId,
  createVerificationService,
  DialproofError,
  InProcessTaskQueue,
  MemoryCreditLedger,
  MemoryTaskStore,
  type NumberChecker,
  type Task,
} from '@dialproof/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openResultFile } from './result-file.js';
import { verifyFile } from './verify-file.js';

const ACCOUNT = accountId('this-test');
const NUMBERS = Array.from({ length: 100 }, (_, n) => `+1${200 + n}5550100`);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dialproof-library-'));
  await writeFile(join(folder, 'people.csv'), `phone\n${NUMBERS.join('\n')}\n`);
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Verifies the file with this checker; resolves to how it ended and to what was shown, said and written. */
async function verifyWith(check: NumberChecker['check'], signal = new AbortController().signal) {
  const result = await openResultFile(join(folder, 'people.verified.csv'), { force: false });
  const ledger = new MemoryCreditLedger();
  await ledger.grant(ACCOUNT, NUMBERS.length);
  const service = createVerificationService({
    ledger,
    store: new MemoryTaskStore(),
    queue: new InProcessTaskQueue(),
    checker: { check },
    checkConcurrency: 1,
    chunkSize: 50,
    outageTimeoutMs: 1,
    onError: () => {},
  });
  await service.start();
  const shown: string[] = [];
  const partial: string[] = [];
  const request = {
    accountId: ACCOUNT,
    file: join(folder, 'people.csv'),
    reading: {},
    columns: ['status'] as const,
    onProgress: ({ status }: Task) => shown.push(status),
    onPartial: ({ processed, total }: Task, name: string) =>
      partial.push(`${processed} of ${total} in ${basename(name)}`),
    signal,
  };
  try {
    const error: unknown = await verifyFile(service, request, result).then(
      () => undefined,
      (cause: unknown) => cause,
    );
    return { error, shown, partial, balance: await ledger.balance(ACCOUNT) };
  } finally {
    await service.close();
    await result.discard();
  }
}

const found = () => readdir(folder).then((names) => names.sort());

describe('verifyFile', () => {
  it('gives up when the checker is down for too long, and writes nothing without an answer', async () => {
    const { balance, error, partial, shown } = await verifyWith(() =>
      Promise.reject(new DialproofError('checker_unavailable')),
    );
    expect(error).toMatchObject({
      name: 'ScriptFailure',
      exitCode: 6,
      message: 'The checker does not answer: try again later.',
    });
    expect(shown.at(-1)).toBe('failed');
    expect(partial).toEqual([]);
    expect(balance).toEqual({ available: 100, held: 0 });
    expect(await found()).toEqual(['people.csv']);
  });

  it.each([
    ['checker_out_of_funds', 'The account at the checker has no funds left: top it up and try again.'],
    ['checker_unauthorized', 'The checker refuses the credentials: correct them and try again.'],
    [
      'checker_suspended',
      'The account at the checker is suspended: settle that with its provider and try again.',
    ],
  ] as const)('keeps the answers that came before %s', async (reason, message) => {
    let asked = 0;
    const { error, partial } = await verifyWith(async () => {
      asked += 1;
      if (asked > 40) throw new DialproofError(reason);
      return 'dead';
    });
    expect(error).toMatchObject({ exitCode: 6, message });
    expect(partial).toEqual(['40 of 100 in people.verified.partial.csv']);
    expect(await found()).toEqual(['people.csv', 'people.verified.partial.csv']);
    const rows = (await readFile(join(folder, 'people.verified.partial.csv'), 'utf8')).trimEnd().split('\n');
    expect(rows).toHaveLength(101);
    expect(rows.filter((row) => row.endsWith(',dead'))).toHaveLength(40);
  });

  it('keeps the answers that came before it is interrupted', async () => {
    const interrupt = new AbortController();
    const stopped = new Error('stopped');
    let asked = 0;
    const { balance, error, partial } = await verifyWith(async () => {
      asked += 1;
      if (asked === 60) interrupt.abort(stopped);
      return 'dead';
    }, interrupt.signal);
    expect(error).toBe(stopped);
    expect(partial).toEqual([expect.stringMatching(/^\d+ of 100 in people\.verified\.partial\.csv$/)]);
    const rows = (await readFile(join(folder, 'people.verified.partial.csv'), 'utf8')).trimEnd().split('\n');
    expect(rows).toHaveLength(101);
    expect(rows.filter((row) => row.endsWith(',dead'))).toHaveLength(100 - balance.available);
    expect(await found()).toEqual(['people.csv', 'people.verified.partial.csv']);
  });

  it('does not replace an earlier partial result', async () => {
    await writeFile(join(folder, 'people.verified.partial.csv'), 'paid for');
    await expect(verifyWith(async () => 'dead')).rejects.toMatchObject({ exitCode: 5 });
    expect(await readFile(join(folder, 'people.verified.partial.csv'), 'utf8')).toBe('paid for');
  });
});
