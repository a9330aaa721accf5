import { describe, expect, it } from 'vitest';
import { settle, until } from '../../../async/turns.fixture.js';
import { ALICE, BOB, csvContent, trialService } from '../../../service/trial-service.fixture.js';

const FILE = 'phone\n+14155550100\n';

/** A file that ends when `finish` is called, and counts its reads. */
function slowFile(text = FILE) {
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const seen = { read: 0, closed: 0 };
  const content: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => {
      let isOver = false;
      return {
        async next() {
          seen.read += 1;
          if (isOver) return { done: true as const, value: undefined };
          await finished;
          isOver = true;
          return { done: false as const, value: Buffer.from(text) };
        },
        async return() {
          seen.closed += 1;
          return { done: true as const, value: undefined };
        },
      };
    },
  };
  return { content, finish: () => finish(), seen };
}

describe('files that are taken in at once', () => {
  it('are bounded: further ones wait unread, and are read when a slot is free', async () => {
    const { service, submitCsv } = await trialService({ maxUploads: 1 });
    const first = slowFile();
    const second = slowFile();
    const uploads = [first, second].map(({ content }) => submitCsv('', { content }));
    await until(() => first.seen.read > 0);
    await settle();
    expect(second.seen.read).toBe(0);
    first.finish();
    await uploads[0];
    await until(() => second.seen.read > 0);
    second.finish();
    const tasks = await Promise.all(uploads);
    expect(tasks.map(({ status }) => status)).toEqual(['queued', 'queued']);
    await service.close();
  });

  it.each([
    ['too_many_requests', ALICE],
    ['overloaded', BOB],
  ] as const)(
    'are refused with %s after their time, closed unread, with a time to come again',
    async (code, accountId) => {
      const { clock, ledger, submitCsv } = await trialService({
        maxUploads: 1,
        maxUploadsPerAccount: 1,
        uploadWaitMs: 5_000,
      });
      await ledger.grant(BOB, 10);
      const first = slowFile();
      const second = slowFile();
      const upload = submitCsv('', { content: first.content });
      await until(() => first.seen.read > 0);
      const refused = submitCsv('', { content: second.content, accountId });
      refused.catch(() => undefined);
      await settle();
      clock.advance(5_000);
      await expect(refused).rejects.toMatchObject({ code, retryAfterMs: 5_000 });
      expect(second.seen).toEqual({ read: 0, closed: 1 });
      first.finish();
      await upload;
    },
  );

  it('make room when one of them is refused, aborted or breaks off', async () => {
    const { submitCsv } = await trialService({ maxUploads: 1 });
    await expect(submitCsv('')).rejects.toMatchObject({ code: 'empty_file' });
    const stop = new AbortController();
    const file = slowFile();
    const aborted = submitCsv('', { content: file.content, signal: stop.signal });
    await until(() => file.seen.read > 0);
    stop.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'upload_interrupted' });
    expect(await submitCsv(FILE)).toMatchObject({ status: 'queued' });
  });

  it('leave the line when they are aborted while they wait, or the service closes', async () => {
    const { service, submitCsv } = await trialService({ maxUploads: 1 });
    const first = slowFile();
    const upload = submitCsv('', { content: first.content });
    upload.catch(() => undefined);
    await until(() => first.seen.read > 0);
    const stop = new AbortController();
    const [aborted, closed] = [slowFile(), slowFile()];
    const uploads = [
      submitCsv('', { content: aborted.content, signal: stop.signal }),
      submitCsv('', { content: closed.content }),
    ];
    for (const one of uploads) one.catch(() => undefined);
    await settle();
    stop.abort();
    await expect(uploads[0]).rejects.toMatchObject({ code: 'upload_interrupted' });
    await service.close();
    await expect(uploads[1]).rejects.toMatchObject({ code: 'shutting_down' });
    await expect(upload).rejects.toMatchObject({ code: 'shutting_down' });
    expect([aborted.seen, closed.seen]).toEqual([
      { read: 0, closed: 1 },
      { read: 0, closed: 1 },
    ]);
  });
});

describe('a file that cannot be paid for', () => {
  it('is refused before anything of it is read where the account has no credits', async () => {
    const { store, submitCsv } = await trialService();
    const file = slowFile();
    const refused = submitCsv('', { accountId: BOB, content: file.content });
    await expect(refused).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(file.seen).toEqual({ read: 0, closed: 1 });
    expect(await store.claim({ leaseMs: 1, limit: 1, taskId: null })).toEqual({
      claims: [],
      outage: null,
      retryAfterMs: null,
    });
  });

  it('is not read to its end if it has more numbers than the account has credits', async () => {
    const { endLeases, ledger, store, submitCsv } = await trialService();
    let blocks = 0;
    async function* content(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('phone\n');
      for (; blocks < 1_000; blocks += 1) yield Buffer.from('+14155550100\n'.repeat(500));
    }
    const refused = submitCsv('', { content: content() });
    await expect(refused).rejects.toMatchObject({
      code: 'insufficient_credits',
      hint: expect.stringMatching(/^the file needs at least \d+ credits, 1000 are available$/),
    });
    expect(blocks).toBeLessThan(50);
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    endLeases();
    expect(await store.claim({ leaseMs: 1, limit: 1, taskId: null })).toEqual({
      claims: [],
      outage: null,
      retryAfterMs: null,
    });
  });

  it('may be paid for by credits that come while it is read', async () => {
    const { ledger, submitCsv } = await trialService();
    async function* content(): AsyncGenerator<Uint8Array> {
      yield* csvContent(`phone\n${'+14155550100\n'.repeat(900)}`);
      await ledger.grant(ALICE, 9_000);
      yield* csvContent('+14155550100\n'.repeat(9_000));
    }
    expect(await submitCsv('', { content: content() })).toMatchObject({
      total: 9_900,
      credits: { held: 9_900 },
    });
  });

  it('may have any number of rows without a number', async () => {
    const { ledger, submitCsv } = await trialService();
    await ledger.grant(BOB, 1);
    const text = `phone\n+14155550100\n${'none\n'.repeat(5_000)}`;
    expect(await submitCsv(text, { accountId: BOB })).toMatchObject({ total: 5_001, credits: { held: 1 } });
  });

  it('is refused by the hold where others have spent the credits meanwhile, and leaves nothing', async () => {
    const { ledger, store, submitCsv } = await trialService();
    const { hold } = ledger;
    ledger.hold = async (request) => {
      ledger.hold = hold;
      const spent = {
        holdId: `${request.holdId}-other` as typeof request.holdId,
        accountId: ALICE,
        credits: 1_000,
      };
      await ledger.hold({ ...spent, expiresAfterMs: null });
      return await ledger.hold(request);
    };
    await expect(submitCsv(FILE)).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(await ledger.balance(ALICE)).toEqual({ available: 0, held: 1_000 });
    expect(await store.claim({ leaseMs: 1, limit: 1, taskId: null })).toEqual({
      claims: [],
      outage: null,
      retryAfterMs: null,
    });
  });

  it('share their line with files that are read elsewhere', async () => {
    const { service, submitCsv } = await trialService({ maxUploads: 1 });
    const leave = await service.takeUploadSlot({ accountId: BOB });
    const waiting = slowFile();
    const upload = submitCsv('', { content: waiting.content });
    await settle();
    expect(waiting.seen.read).toBe(0);
    leave();
    await until(() => waiting.seen.read > 0);
    const given = new AbortController();
    const turn = service.takeUploadSlot({ accountId: BOB, signal: given.signal });
    given.abort();
    await expect(turn).rejects.toMatchObject({ code: 'upload_interrupted' });
    waiting.finish();
    await upload;
    await service.close();
    await expect(service.takeUploadSlot({ accountId: BOB })).rejects.toMatchObject({ code: 'shutting_down' });
  });
});
