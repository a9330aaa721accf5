import { Agent, request } from 'node:http';
import type { AttackScene } from './attack.js';
import { pause } from './crowd.js';

export interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The pause after a broken connection. */
const AGAIN_AFTER_MS = 50;

/** Runs this many concurrent clients. Each sends its next request after the whole last reply. `next` makes the requests. */
export async function ask(scene: AttackScene, clients: number, next: () => Asked): Promise<void> {
  const { signal, sized, tally } = scene;
  const agent = new Agent({ keepAlive: true });
  const client = async () => {
    while (!signal.aborted) {
      const status = await statusOf(scene, agent, next());
      if (signal.aborted) return;
      tally.count(status ?? 'broken off');
      if (status === undefined) await pause(AGAIN_AFTER_MS, signal);
    }
  };
  await Promise.all(Array.from({ length: sized(clients) }, client));
  agent.destroy();
}

/** The status of the reply; undefined if no complete one arrived. */
function statusOf(
  { port, token: own, signal }: AttackScene,
  agent: Agent,
  { method = 'GET', path, token = own, headers = {}, body = '' }: Asked,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const fail = () => resolve(undefined);
    const sent = request({
      agent,
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: {
        authorization: `Bearer ${token}`,
        ...headers,
        ...(method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
      },
    });
    const end = () => sent.destroy();
    signal.addEventListener('abort', end);
    sent.on('error', fail).on('close', () => {
      signal.removeEventListener('abort', end);
      fail();
    });
    sent.on('response', (reply) => {
      reply.on('error', fail).on('end', () => resolve(reply.statusCode));
      reply.resume();
    });
    sent.end(body);
  });
}
