import {
  accountId,
  DialproofError,
  type E164,
  MemoryReplayStore,
  type ReplayStore,
  type Task,
  type VerificationService,
} from '@dialproof/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bearer, queuedTask } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import type { HttpContractOptions } from '../contract/contract-options.js';
import { type ServedContract, serveContract } from '../fixtures/serve-contract.fixture.js';

const KEY = '8e03978e-40d5-43dd';
const task = '/v1/verify/tasks/7f';

let served: ServedContract | undefined;
afterEach(() => served?.close());

async function serve(service: Partial<VerificationService>, options: Partial<HttpContractOptions> = {}) {
  served = await serveContract({ replays: new MemoryReplayStore(), ...service }, options);
  return (path: string, init: RequestInit = {}) =>
    fetch(`${served?.baseUrl}${path}`, {
      method: 'POST',
      ...init,
      headers: { ...bearer, 'idempotency-key': KEY, ...init.headers },
    });
}

/** A store that does everything but this. */
function storeWith(faults: Partial<ReplayStore>): ReplayStore {
  const store = new MemoryReplayStore();
  return {
    begin: (request) => store.begin(request),
    extend: (lease, leaseMs) => store.extend(lease, leaseMs),
    complete: (lease, completion) => store.complete(lease, completion),
    abandon: (lease) => store.abandon(lease),
    forget: (account, isGone) => store.forget(account, isGone),
    expire: (options) => store.expire(options),
    ...faults,
  };
}

describe('a request with an Idempotency-Key', () => {
  it('is done once for each operation that changes something', async () => {
    const cancel = vi.fn(async () => queuedTask({ status: 'failed', failureReason: 'cancelled' }));
    const request = await serve({ cancel, task: async () => queuedTask() });
    const [first, second] = [await request(`${task}/cancel`), await request(`${task}/cancel`)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await second.text()).toBe(await first.text());
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect((await request('/v1/verify/tasks/8a/cancel')).status).toBe(422);
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('has an id for a single check that a service takes, however much space is around the number', async () => {
    const verify = vi.fn<VerificationService['verify']>(async () => ({
      phone: '+41791234567' as E164,
      status: 'dead',
      checkedAt: 0,
    }));
    const request = await serve({ verify });
    const written = `+41 79 123 45 67${' '.repeat(300)}`;
    const headers = { 'content-type': 'application/json' };
    expect((await request('/v1/verify', { headers, body: JSON.stringify({ phone: written }) })).status).toBe(
      200,
    );
    expect(verify.mock.calls[0]?.[0]).toMatchObject({
      phone: written,
      requestId: expect.stringMatching(/^\S{36}$/),
    });
  });

  it('is not remembered for operations that change nothing', async () => {
    const find = vi.fn(async () => queuedTask());
    const request = await serve({ task: find });
    for (let time = 0; time < 2; time += 1) {
      const reply = await request(task, { method: 'GET' });
      expect(reply.headers.get('idempotency-replayed')).toBeNull();
    }
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('is refused by a server that cannot remember it, before anything is done', async () => {
    const onError = vi.fn();
    const request = await serve({ replays: null }, { onError });
    const reply = await request(`${task}/cancel`);
    expect([reply.status, await reply.json()]).toEqual([501, { detail: 'not_supported' }]);
    expect(onError).not.toHaveBeenCalled();
  });

  it('is refused when as many of the account are remembered as may be, and repeats are not', async () => {
    const cancel = vi.fn(async () => queuedTask());
    const find = async () => queuedTask();
    const request = await serve({ cancel, task: find }, { maxKeysPerAccount: 1 });
    await request(`${task}/cancel`);
    const refused = await request(`${task}/cancel`, { headers: { 'idempotency-key': 'another' } });
    expect([refused.status, await refused.json()]).toMatchObject([429, { detail: 'too_many_requests' }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect((await request(`${task}/cancel`)).headers.get('idempotency-replayed')).toBe('true');
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('is answered although the answer could not be kept, which is reported to the host', async () => {
    const onError = vi.fn();
    const failure = new Error('the disk is full');
    const replays = storeWith({ complete: () => Promise.reject(failure) });
    const request = await serve({ replays, cancel: async () => queuedTask() }, { onError });
    expect((await request(`${task}/cancel`)).status).toBe(200);
    expect(onError).toHaveBeenCalledWith(failure, { operation: 'cancel' });
  });

  it('is refused when the store of replays fails before anything is done', async () => {
    const onError = vi.fn();
    const failure = new DialproofError('storage_unavailable');
    const replays = storeWith({ begin: () => Promise.reject(failure) });
    const request = await serve({ replays }, { onError });
    expect((await request(`${task}/cancel`)).status).toBe(503);
    expect(onError).toHaveBeenCalledWith(failure, { operation: 'cancel' });
  });

  it('is in progress while a retry is begun whose process was killed, and has no reply until the retry is resumed', async () => {
    const replays = new MemoryReplayStore();
    await replays.begin({ accountId: accountId('acme'), key: KEY, leaseMs: 0, maxPerAccount: 9 });
    const ended = queuedTask({ status: 'failed', failureReason: 'cancelled' });
    const retry = vi.fn<VerificationService['retry']>();
    retry.mockRejectedValueOnce(new DialproofError('task_not_done')).mockResolvedValueOnce(queuedTask());
    const request = await serve({ replays, retry, task: async () => ended });
    const early = await request(`${task}/retry`);
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '1']);
    expect(await early.json()).toMatchObject({ detail: 'request_in_progress' });
    const later = await request(`${task}/retry`);
    expect(await later.json()).toMatchObject({ status: 'queued' });
    expect([later.status, retry.mock.calls.length]).toEqual([202, 2]);
  });

  it('continues after a process was killed between a retry and its answer', async () => {
    const replays = new MemoryReplayStore();
    const killed = { accountId: accountId('acme'), key: KEY };
    await replays.begin({ ...killed, leaseMs: 0, maxPerAccount: 9 });
    const going: Task = queuedTask({ status: 'processing' });
    const retry = () => Promise.reject(new DialproofError('task_not_done'));
    const request = await serve({ replays, retry, task: async () => going });
    const reply = await request(`${task}/retry`);
    expect([reply.status, await reply.json()]).toEqual([
      202,
      expect.objectContaining({ status: 'processing' }),
    ]);
    const other = await request(`${task}/retry`, { headers: { 'idempotency-key': 'another' } });
    expect([other.status, await other.json()]).toEqual([409, { detail: 'task_not_done' }]);
  });

  it('leaves nothing of a file behind, and shows it as long as there is the task', async () => {
    const complete = vi.fn<ReplayStore['complete']>();
    const store = new MemoryReplayStore();
    const replays = storeWith({
      complete: async (lease, completion) => {
        complete(lease, completion);
        await store.complete(lease, completion);
      },
      begin: (request) => store.begin(request),
    });
    const withNote = queuedTask();
    const notes = [{ code: 'country_needed', hint: 'cells such as "030 26481100"' }] as const;
    const phoneColumn = { index: 1, name: 'Handynummer' };
    const shown = { ...withNote, file: { ...withNote.file, phoneColumn, notes } };
    const found = vi.fn(async () => shown);
    const request = await serve({ replays, task: found, retry: async () => shown });
    const first = await (await request(`${task}/retry`)).text();
    expect(JSON.parse(first)).toMatchObject({ file_name: 'customers.csv' });
    const kept = Buffer.from(complete.mock.lastCall?.[1].reply ?? []).toString();
    for (const text of ['customers.csv', '26481100', 'Handynummer']) expect(kept).not.toContain(text);
    expect(await (await request(`${task}/retry`)).text()).toBe(first);
    found.mockRejectedValue(new DialproofError('task_not_found'));
    const later = await request(`${task}/retry`);
    expect([later.status, await later.json()]).toEqual([404, { detail: 'task_not_found' }]);
  });

  it('keeps its lease for as long as it takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const extend = vi.fn(async () => true);
      const cancel = async () => {
        await vi.advanceTimersByTimeAsync(10_000);
        return queuedTask();
      };
      const request = await serve({ cancel, replays: storeWith({ extend }) });
      expect((await request(`${task}/cancel`)).status).toBe(200);
      expect(extend).toHaveBeenCalledTimes(3);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(extend).toHaveBeenCalledTimes(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends when another process has taken it over, and comes again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const abandon = vi.fn(async () => {});
      const replays = storeWith({ extend: async () => false, abandon });
      const verify: VerificationService['verify'] = async ({ signal }) => {
        await vi.advanceTimersByTimeAsync(10_000);
        signal?.throwIfAborted();
        throw new Error('the work went on');
      };
      const request = await serve({ replays, verify });
      const reply = await request('/v1/verify', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ phone: '+41791234567' }),
      });
      expect([reply.status, await reply.json()]).toMatchObject([409, { detail: 'request_in_progress' }]);
      expect(reply.headers.get('retry-after')).toBe('1');
      expect(abandon).not.toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });

  it('gives the reply of work that another process has taken over when it was done', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const cancel = async () => {
        await vi.advanceTimersByTimeAsync(10_000);
        return queuedTask();
      };
      const request = await serve({ cancel, replays: storeWith({ extend: async () => false }) });
      expect((await request(`${task}/cancel`)).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });
});
