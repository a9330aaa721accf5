import { once } from 'node:events';
import { createServer } from 'node:http';
import { newTaskId } from '@dialproof/core';
import { expect, it, onTestFinished, vi } from 'vitest';
import { describeOnRedis, prefixOfTest, REDIS_URL } from '../../../tools/tests/services/redis.fixture.js';
import { ticketBoard } from './bull-board.fixture.js';
import { NOTHING, trialQueue } from './trial-queue.fixture.js';

const PATH = '/admin/tickets';

/** Serves the pages as `app.use` would: without the path that they are mounted at. */
async function serve(prefix: string): Promise<string> {
  const board = ticketBoard(REDIS_URL, PATH, prefix);
  const server = createServer((request, response) => {
    request.url = request.url?.slice(PATH.length) || '/';
    board.router(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await board.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return `http://127.0.0.1:${address.port}${PATH}`;
}

describeOnRedis('Bull Board', () => {
  it('shows the tickets that wait', async () => {
    const prefix = prefixOfTest();
    const { queue } = trialQueue({ connection: REDIS_URL, prefix, concurrency: 0, maxTickets: 3 });
    await queue.start(async () => NOTHING);
    const url = await serve(prefix);
    expect((await fetch(`${url}/`)).headers.get('content-type')).toContain('text/html');
    await vi.waitFor(
      async () => {
        await queue.wake(newTaskId());
        const shown = await (await fetch(`${url}/api/queues`)).json();
        expect(shown).toMatchObject({
          queues: [{ name: 'work', readOnlyMode: true, counts: { waiting: 3 } }],
        });
      },
      { timeout: 200_000, interval: 50 },
    );
  });
});
