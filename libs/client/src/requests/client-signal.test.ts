import { describe, expect, it } from 'vitest';
import { sampleTask } from '../fixtures/sample-task.fixture.js';
import { json, refusal, type SentRequest, scriptedClient } from '../fixtures/scripted-fetch.fixture.js';

const SIGNED_OUT = new RangeError('signed out');

/** An answer that never comes: the request ends with its signal. */
function unanswered({ signal }: SentRequest): Promise<Response> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

describe('the signal of a client', () => {
  it('ends the requests under way, whatever signal they have themselves', async () => {
    const ended = new AbortController();
    const { client } = scriptedClient([unanswered, unanswered], { signal: ended.signal });
    const credits = client.credits();
    const tasks = client.tasks({}, { signal: new AbortController().signal }).page();
    ended.abort(SIGNED_OUT);
    await expect(credits).rejects.toBe(SIGNED_OUT);
    await expect(tasks).rejects.toBe(SIGNED_OUT);
  });

  it('lets nothing be sent any more, repeats included', async () => {
    const ended = new AbortController();
    const refuse = () => {
      ended.abort(SIGNED_OUT);
      return refusal(503, 'overloaded');
    };
    const { client, sent } = scriptedClient([refuse], { signal: ended.signal });
    await expect(client.verify('+1')).rejects.toBe(SIGNED_OUT);
    await expect(client.credits()).rejects.toBe(SIGNED_OUT);
    expect(sent).toHaveLength(1);
  });

  it('ends following a task', async () => {
    const ended = new AbortController();
    const { client, sent } = scriptedClient([json(200, sampleTask())], { signal: ended.signal });
    const seen: string[] = [];
    const following = (async () => {
      for await (const { status } of client.task('one').follow({ transport: 'polling' })) {
        seen.push(status);
        ended.abort(SIGNED_OUT);
      }
    })();
    await expect(following).rejects.toBe(SIGNED_OUT);
    expect([seen, sent.length]).toEqual([['processing'], 1]);
  });
});
