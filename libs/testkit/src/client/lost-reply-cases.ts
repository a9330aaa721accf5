import assert from 'node:assert/strict';
import type { Fetch } from '@dialproof/client';
import type { MountedServer } from '../http/server/mounted-server.js';
import { csv, phone } from '../http/server/sample-files.js';
import { type DefineCase, skipCase } from '../runner/test-runner.js';
import { openClient } from './open-client.js';

/** A network that loses the first reply to each kind of request after the server has made it. */
function losingFirstReplies(): Fetch {
  const seen = new Set<string>();
  return async (url, init) => {
    const response = await fetch(url, init);
    const request = `${init.method} ${new URL(url).pathname}`;
    if (seen.has(request)) return response;
    seen.add(request);
    await response.arrayBuffer();
    throw new TypeError('the connection broke');
  };
}

/** A network that breaks the first event stream off after its first event. It records the `Last-Event-ID` of each. */
function cuttingFirstStream(onStream: (lastEventId: string | null) => void): Fetch {
  let streams = 0;
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!url.endsWith('/events') || response.body === null) return response;
    onStream(new Headers(init.headers).get('last-event-id'));
    streams += 1;
    if (streams > 1) return response;
    let text = '';
    const decoder = new TextDecoder();
    const firstEvent = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        controller.enqueue(piece);
        text += decoder.decode(piece, { stream: true });
        if (/data: .*\n\n/.test(text)) controller.terminate();
      },
    });
    return new Response(response.body.pipeThrough(firstEvent), { headers: response.headers });
  };
}

export function lostReplyCases(it: DefineCase<MountedServer>): void {
  it('of a number or a file is asked for again, and nothing is charged twice', async (server) => {
    if (!server.remembersKeys) skipCase('the server has no store of replays');
    const { client, account } = await openClient(server, { credits: 3, fetch: losingFirstReplies() });
    assert.equal((await client.verify(phone('dead'))).status, 'dead');
    const task = await client.submit({ name: 'people.csv', content: csv(['phone'], [phone('dead')]) });
    assert.equal((await task.waitForEnd({ transport: 'polling' })).status, 'done');
    assert.match(await (await task.download()).text(), /dead\n$/);
    assert.deepEqual({ ...(await account.balance()) }, { available: 1, held: 0 });
    if (server.hasArchive) await task.delete();
  });

  it('that was an event stream is connected to again, from the last event on', async (server) => {
    const lastEventIds: (string | null)[] = [];
    const { client } = await openClient(server, {
      fetch: cuttingFirstStream((lastEventId) => {
        lastEventIds.push(lastEventId);
        if (lastEventIds.length > 1) server.answerSlowChecks?.();
      }),
    });
    const task = await client.submit({ name: 'people.csv', content: csv(['phone'], [phone('slow')]) });
    const statuses: string[] = [];
    for await (const { status } of task) statuses.push(status);
    assert.deepEqual([statuses.at(-1), lastEventIds.length, lastEventIds[0]], ['done', 2, null]);
    assert.match(lastEventIds[1] ?? '', /^(queued|processing)-0/);
  });
}
