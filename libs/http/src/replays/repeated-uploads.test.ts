import { DialproofError, MemoryReplayStore, type VerificationService } from '@dialproof/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { bearer, queuedTask } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { serveContract } from '../fixtures/serve-contract.fixture.js';

const FILE = 'phone\r\n+41791234567\r\n';

/** Uploads the file to a service that takes it, always with the same key. */
async function uploading(takeUploadSlot: VerificationService['takeUploadSlot']) {
  const submit = vi.fn<VerificationService['submit']>(async ({ content }) => {
    for await (const _ of content);
    return queuedTask();
  });
  const served = await serveContract({ replays: new MemoryReplayStore(), submit, takeUploadSlot });
  onTestFinished(() => served.close());
  return {
    submit,
    async upload() {
      const body = new FormData();
      body.append('file', new Blob([FILE]), 'customers.csv');
      const headers = { ...bearer, 'idempotency-key': 'a key' };
      return await fetch(`${served.baseUrl}/v1/verify/batch`, { method: 'POST', body, headers });
    },
  };
}

describe('the repeat of an upload', () => {
  it('is read in a slot of its own, as every file is', async () => {
    const leave = vi.fn();
    const takeSlot = vi.fn<VerificationService['takeUploadSlot']>(async () => leave);
    const { submit, upload } = await uploading(takeSlot);
    expect((await upload()).status).toBe(202);
    expect(takeSlot).not.toHaveBeenCalled();
    expect((await upload()).headers.get('idempotency-replayed')).toBe('true');
    expect(takeSlot).toHaveBeenCalledWith(expect.objectContaining({ accountId: 'acme' }));
    expect(leave).toHaveBeenCalledTimes(1);
    expect(submit).toHaveBeenCalledTimes(1);
  });

  it('is refused when it gets no slot', async () => {
    const { upload } = await uploading(async () => {
      throw new DialproofError('too_many_requests', { retryAfterMs: 5_000 });
    });
    await upload();
    const reply = await upload();
    expect([reply.status, await reply.json()]).toEqual([429, { detail: 'too_many_requests' }]);
    expect(reply.headers.get('retry-after')).toBe('5');
  });
});
