import { once } from 'node:events';
import { createServer } from 'node:net';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { verbatim } from '../query.js';
import { connectPostgresDatabase } from './open-postgres-database.js';

/** A message of PostgreSQL's protocol. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const SIGNED_IN = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const SHUT_DOWN = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
);

/** A server that shuts down once a client has signed in, and reports both in one packet. Resolves to its address. */
async function serverThatEnds(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([SIGNED_IN, READY, SHUT_DOWN])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // A TCP server's address is an object.
  return `postgres://root@127.0.0.1:${(server.address() as { port: number }).port}/test`;
}

it.each(['a pool of its own', 'a pool of the host'])(
  'a connection of %s that ends while it is lent is storage that is away, and ends no process',
  async (whose) => {
    const uncaught = vi.fn();
    // The runner's own listeners would fail the whole run.
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', uncaught);
    onTestFinished(() => {
      process.off('uncaughtException', uncaught);
      for (const listener of others) process.on('uncaughtException', listener);
    });
    const url = await serverThatEnds();
    const pool = new pg.Pool({ connectionString: url });
    pool.on('error', () => undefined);
    onTestFinished(() => pool.end());
    const database = connectPostgresDatabase(whose === 'a pool of its own' ? { url } : { pool });
    onTestFinished(() => database.close());
    const away = { code: 'storage_unavailable' };
    await expect(database.probe()).rejects.toMatchObject(away);
    await expect(database.read.rows(verbatim('select 1'), {})).rejects.toMatchObject(away);
    expect(uncaught).not.toHaveBeenCalled();
  },
);
