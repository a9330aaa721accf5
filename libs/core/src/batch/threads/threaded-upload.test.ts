import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settle } from '../../async/turns.fixture.js';
import { UploadContent } from '../../tables/upload-content.js';
import { ThreadedUpload } from './threaded-upload.js';
import { TrialParts } from './trial-parts.fixture.js';
import type { PartsCall, PartsMessage, ThreadMessage } from './upload-messages.js';

/** A preview of this content, whose thread is the test. */
function previewOf(pieces: Iterable<Uint8Array>) {
  const { content, signal } = new TrialParts(pieces);
  const upload = new ThreadedUpload(
    new UploadContent(content, { maxBytes: 1_000_000, signal }),
    signal,
    null,
  );
  const { remotePort: port } = upload;
  const result = upload.result();
  result.catch(() => undefined);
  onTestFinished(async () => {
    upload.lose(new Error('the test has ended'));
    await result.catch(() => undefined);
  });
  let calls = 0;
  const send = (message: ThreadMessage): void => port.postMessage(message);
  return {
    content,
    result,
    send,
    async call(call: PartsCall): Promise<PartsMessage> {
      send({ kind: 'call', id: calls++, call });
      const [answer] = await once(port, 'message');
      return answer;
    },
  };
}

describe('a preview that is read in another thread, seen from the thread of its request', () => {
  it('gives at most 64 KiB when a piece is asked for, and takes nothing ahead', async () => {
    const { call, content } = previewOf([Buffer.alloc(150_000, 1), Buffer.alloc(0), Buffer.alloc(3, 2)]);
    const sizes: unknown[] = [];
    const takenBy: number[] = [];
    for (let asked = 0; asked < 5; asked += 1) {
      const answer = await call({ method: 'next' });
      await settle();
      const value = answer.kind === 'answer' ? answer.value : answer;
      sizes.push(value instanceof Uint8Array ? value.byteLength : value);
      takenBy.push(content.taken);
    }
    expect(sizes).toEqual([65_536, 65_536, 150_000 - 2 * 65_536, 3, undefined]);
    expect(takenBy).toEqual([1, 1, 1, 3, 4]);
  });

  it('has no draft: a thread that asks for one fails, and nothing else', async () => {
    const { call, result, send } = previewOf([]);
    expect(await call({ method: 'begin' })).toEqual({ kind: 'failed', id: 0 });
    expect(await call({ method: 'availableCredits' })).toEqual({ kind: 'failed', id: 1 });
    send({ kind: 'refused', refusal: { failedCall: 0 } });
    await expect(result).rejects.toThrow(TypeError);
  });
});
