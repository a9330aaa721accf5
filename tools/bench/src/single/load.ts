import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  readonly port: number;
  /** The whole request, head and body. It is sent unchanged, again and again. */
  readonly request: string;
  readonly connections: number;
  readonly durationMs: number;
}

/**
 * Sends the same request over kept-alive connections, the next as soon as the last is answered, and resolves to the answers a
 * second. It reads only the necessary part of replies, so that the server limits the figure and not the load. Rejects for a reply that
 * is not 200, or has no Content-Length.
 */
export async function requestsPerSecond({
  port,
  request,
  connections,
  durationMs,
}: LoadOptions): Promise<number> {
  const bytes = Buffer.from(request);
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const start = performance.now();
  const counts = await Promise.all(sockets.map((socket) => drive(socket, bytes, start + durationMs)));
  const seconds = (performance.now() - start) / 1_000;
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

function drive(socket: Socket, request: Buffer, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answered = 0;
    let reply = '';
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`the server closed a connection after ${answered} replies`)));
    socket.on('data', (chunk) => {
      reply += chunk.toString('latin1');
      const size = replySize(reply);
      if (size === undefined || reply.length < size) return;
      if (!reply.startsWith('HTTP/1.1 200')) {
        reject(new Error(`a request was refused: ${reply}`));
        return;
      }
      reply = reply.slice(size);
      answered += 1;
      if (performance.now() < end) {
        socket.write(request);
        return;
      }
      socket.removeAllListeners('close').destroy();
      resolve(answered);
    });
    socket.write(request);
  });
}

/** Bytes of the reply at the start of this text, undefined while its head is not complete. */
function replySize(reply: string): number | undefined {
  const headEnd = reply.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(reply.slice(0, headEnd))?.[1];
  if (length === undefined)
    throw new Error(`a reply came without Content-Length: ${reply.slice(0, headEnd)}`);
  return headEnd + 4 + Number(length);
}
