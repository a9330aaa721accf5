import {
  type AuthenticatedAccount,
  accountId,
  createVerificationService,
  DialproofError,
  MemoryCreditLedger,
  MemoryTaskStore,
} from '@dialproof/core';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bearer, queuedTask } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { FORM_TYPE, form, part } from '../fixtures/form.fixture.js';
import { type ServedContract, serveContract } from '../fixtures/serve-contract.fixture.js';

const ACME = accountId('acme');
const HEARTBEAT_MS = 1_000;
const KNOWN = { accountId: ACME, suspended: false };

let served: ServedContract | undefined;
afterEach(() => served?.close());

type Said = AuthenticatedAccount | undefined | Error;

/** Answers each time with the next of these, and then with the last of them again. */
function answers(...all: readonly Said[]) {
  let asked = 0;
  return {
    authenticate: async () => {
      const answer = all[Math.min(asked, all.length - 1)];
      asked += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

const OVER = [
  ['whose token was revoked', undefined, 401],
  ['who was suspended', { ...KNOWN, suspended: true }, 403],
  ['whose token is now that of another account', { ...KNOWN, accountId: accountId('other') }, 401],
] as const;

describe('an upload by a caller', () => {
  async function upload(...said: readonly Said[]) {
    const [store, ledger] = [new MemoryTaskStore(), new MemoryCreditLedger()];
    await ledger.grant(ACME, 10);
    const checker = { check: async () => 'dead' as const };
    const service = createVerificationService({ store, archive: store, ledger, checker, queue: null });
    served = await serveContract(service, { authenticator: answers(...said), onError: () => {} });
    const body = form(part('file', 'phone\n+14155550100\n', 'a.csv'));
    const headers = { ...bearer, 'content-type': FORM_TYPE };
    const reply = await fetch(`${served.baseUrl}/v1/verify/batch`, { method: 'POST', headers, body });
    await reply.text();
    const { tasks } = await service.list({ accountId: ACME });
    return { status: reply.status, tasks: tasks.length, balance: await ledger.balance(ACME) };
  }

  it.each(OVER)('%s before its end becomes no task', async (_who, said, status) => {
    expect(await upload(KNOWN, said)).toEqual({ status, tasks: 0, balance: { available: 10, held: 0 } });
  });

  it('whose access cannot be confirmed at its end becomes no task', async () => {
    const failure = new DialproofError('storage_unavailable');
    expect(await upload(KNOWN, failure)).toMatchObject({ status: 503, tasks: 0 });
  });

  it('who is still known becomes a task', async () => {
    expect(await upload(KNOWN)).toMatchObject({ status: 202, tasks: 1, balance: { held: 1 } });
  });
});

describe('a download by a caller', () => {
  async function download(...said: readonly Said[]) {
    let isLeft = false;
    let now = 0;
    async function* content(): AsyncGenerator<Uint8Array> {
      try {
        for (let piece = 0; piece < 6; piece += 1) {
          now += HEARTBEAT_MS;
          yield Buffer.from('x');
        }
      } finally {
        isLeft = true;
      }
    }
    const told: unknown[] = [];
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    served = await serveContract(
      {
        results: async () => ({
          task: queuedTask({ status: 'done' }),
          version: 'v',
          rows: 1,
          content: content(),
        }),
      },
      {
        authenticator: answers(...said),
        heartbeatMs: HEARTBEAT_MS,
        onError: (error) => void told.push(error),
      },
    );
    const headers = { ...bearer, 'accept-encoding': 'identity' };
    const text = await fetch(`${served.baseUrl}/v1/verify/tasks/7f/download`, { headers })
      .then((reply) => reply.text())
      .catch(() => 'broken off');
    return { text, isLeft, told };
  }

  it.each(OVER)('%s meanwhile breaks off, which is no failure of the server', async (_who, said) => {
    expect(await download(KNOWN, said)).toEqual({ text: 'broken off', isLeft: true, told: [] });
  });

  const failure = new DialproofError('storage_unavailable');

  it('whose access cannot be confirmed breaks off, and the host is told', async () => {
    expect(await download(KNOWN, failure)).toEqual({ text: 'broken off', isLeft: true, told: [failure] });
  });

  it('whom a defect of the authenticator names wrongly breaks off as well', async () => {
    const nobody = { ...KNOWN, accountId: undefined as never };
    const defect = expect.objectContaining({ name: 'TypeError' });
    expect(await download(KNOWN, nobody)).toMatchObject({ text: 'broken off', told: [defect] });
  });
});

describe('an event stream by a caller', () => {
  it('for which the authenticator fails is reported with its operation', async () => {
    const failure = new DialproofError('storage_unavailable');
    const told: unknown[][] = [];
    const [store, ledger] = [new MemoryTaskStore(), new MemoryCreditLedger()];
    await ledger.grant(ACME, 10);
    // No worker works on the task, so its events would continue.
    const checker = { check: async () => 'dead' as const };
    const service = createVerificationService({ store, ledger, checker, queue: null });
    const content = (async function* () {
      yield Buffer.from('phone\n+14155550100\n');
    })();
    const { taskId } = await service.submit({ accountId: ACME, fileName: 'a.csv', content });
    served = await serveContract(service, {
      authenticator: answers(KNOWN, failure),
      heartbeatMs: 5,
      onError: (error, { operation }) => void told.push([error, operation]),
    });
    // Some clients take a broken transfer for a complete one, and it may break before its head has arrived.
    const text = await fetch(`${served.baseUrl}/v1/verify/tasks/${taskId}/events`, { headers: bearer })
      .then((reply) => reply.text())
      .catch(() => '');
    expect(text).not.toContain(':\n\n');
    expect(told).toEqual([[failure, 'events']]);
    await service.close();
  });
});
