import { OPERATIONS } from '@dialproof/http';
import type { MountedServer } from '@dialproof/testkit';
import { onTestFinished } from 'vitest';
import { type FastifyServer, startFastifyServer } from './fastify-server.fixture.js';

/** Like {@link startFastifyServer}, until the test has ended. */
export async function start(...options: Parameters<typeof startFastifyServer>): Promise<FastifyServer> {
  const server = await startFastifyServer(...options);
  onTestFinished(() => server.close());
  return server;
}

export type Credentials = { readonly authorization: string };

/** The headers of an account that may verify some numbers. */
export async function signIn(server: MountedServer): Promise<Credentials> {
  const { token } = await server.openAccount({ credits: 200, suspended: false });
  return { authorization: `Bearer ${token}` };
}

/** Submits a file. Gives its task. */
export async function submitted(baseUrl: string, credentials: Credentials): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([`phone\n${'+14155550100\n'.repeat(150)}`]), 'customers.csv');
  const init = { method: 'POST', headers: { ...credentials }, body };
  const reply = await fetch(`${baseUrl}/v1/verify/batch?default_country=DE`, init);
  return OPERATIONS.submit.reply.shape.parse(await reply.json()).task_id;
}
