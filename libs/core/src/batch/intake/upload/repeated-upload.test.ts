import { describe, expect, it } from 'vitest';
import { settle } from '../../../async/turns.fixture.js';
import { keyedTaskId } from '../../../model/identifiers.js';
import { ALICE, trialService } from '../../../service/trial-service.fixture.js';

const CSV = 'phone\n+14155550100\n';
const KEYED = { taskId: keyedTaskId(ALICE, 'key-1') };

/** An endless content that begins with these pieces, and a flag that shows whether it was closed. */
function endless(...pieces: readonly string[]) {
  const seen = { isClosed: false };
  async function* content(): AsyncGenerator<Uint8Array> {
    try {
      for (const piece of pieces) yield Buffer.from(piece);
      for (;;) {
        await settle();
        yield Buffer.from('+14155550100\n');
      }
    } finally {
      seen.isClosed = true;
    }
  }
  return { content: content(), seen };
}

describe('the repeat of an upload', () => {
  it('is refused and closed when it is larger than a file may be', async () => {
    const { submitCsv } = await trialService({ tableLimits: { maxFileBytes: 1_000 } });
    await submitCsv(CSV, KEYED);
    const { content, seen } = endless(CSV);
    await expect(submitCsv('', { ...KEYED, content })).rejects.toMatchObject({ code: 'file_too_large' });
    expect(seen.isClosed).toBe(true);
  });

  it('ends with its signal, and is closed', async () => {
    const { submitCsv } = await trialService();
    await submitCsv(CSV, KEYED);
    const { content, seen } = endless(CSV);
    const stop = new AbortController();
    const repeat = submitCsv('', { ...KEYED, content, signal: stop.signal });
    repeat.catch(() => undefined);
    await settle();
    stop.abort();
    await expect(repeat).rejects.toMatchObject({ code: 'upload_interrupted' });
    await settle();
    expect(seen.isClosed).toBe(true);
  });

  it("is not read if the task's upload had no key", async () => {
    const { submitCsv } = await trialService();
    const { taskId } = await submitCsv(CSV);
    const { content, seen } = endless(CSV);
    const repeat = submitCsv('', { taskId, content });
    await expect(repeat).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    // A generator that was closed before its first piece has not begun.
    expect(await content.next()).toEqual({ done: true, value: undefined });
    expect(seen.isClosed).toBe(false);
  });
});
