import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';

/** Pages that show the tickets. Mount `router` at `path`, behind a sign-in of your own: `app.use(path, signIn, board.router)`. */
export function ticketBoard(redisUrl: string, path: string, prefix = 'dialproof') {
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  // Without its own settings, which would replace those of the workers.
  const tickets = new Queue('work', { connection, prefix, skipMetasUpdate: true });
  const pages = new ExpressAdapter();
  pages.setBasePath(path);
  createBullBoard({
    queues: [new BullMQAdapter(tickets, { readOnlyMode: true })],
    // If the versions of the two packages differ, their types differ too.
    serverAdapter: pages as never,
  });
  const close = async (): Promise<void> => {
    await tickets.close();
    connection.disconnect();
  };
  return { router: pages.getRouter(), close };
}
