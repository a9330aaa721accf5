import { DialproofError } from '@dialproof/client';
import { describe, expect, it } from 'vitest';
import { UnansweredPost } from './unanswered-post.js';

const LOST = new DialproofError('connection_failed', { idempotencyKey: 'the-key' });
const REFUSED = new DialproofError('too_many_requests', { status: 429 });
const DONE = 'done';

/** The keys under which requests go that are answered in this way. */
async function keysOf(
  ...requests: readonly (readonly [request: string, answer: string | Error])[]
): Promise<readonly (string | undefined)[]> {
  const post = new UnansweredPost();
  const keys: (string | undefined)[] = [];
  for (const [request, answer] of requests) {
    const sent = post.send(request, async ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      if (answer instanceof Error) throw answer;
      return answer;
    });
    if (answer instanceof Error) await expect(sent).rejects.toBe(answer);
    else expect(await sent).toBe(answer);
  }
  return keys;
}

describe('a post whose answer was lost', () => {
  it('goes under its key again until it is answered', async () => {
    expect(await keysOf(['a', LOST], ['a', LOST], ['a', DONE], ['a', DONE])).toEqual([
      undefined,
      'the-key',
      'the-key',
      undefined,
    ]);
  });

  it('keeps its key when it is refused for now', async () => {
    expect(await keysOf(['a', LOST], ['a', REFUSED], ['a', DONE])).toEqual([undefined, 'the-key', 'the-key']);
  });

  it('goes without its key to a server that keeps none', async () => {
    const post = new UnansweredPost();
    const keys: (string | undefined)[] = [];
    const send = (answer: () => string) =>
      post.send('a', async ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        if (idempotencyKey !== undefined) throw new DialproofError('not_supported', { status: 501 });
        return answer();
      });
    await expect(
      send(() => {
        throw LOST;
      }),
    ).rejects.toBe(LOST);
    expect(await send(() => DONE)).toBe(DONE);
    expect(keys).toEqual([undefined, 'the-key', undefined]);
  });

  it('leaves its key to no other request', async () => {
    expect(await keysOf(['a', LOST], ['b', DONE], ['a', DONE])).toEqual([undefined, undefined, undefined]);
  });

  it('has no key of its own if it was refused at once', async () => {
    expect(await keysOf(['a', REFUSED], ['a', DONE])).toEqual([undefined, undefined]);
  });
});
