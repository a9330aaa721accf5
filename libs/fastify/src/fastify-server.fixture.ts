import { OPERATIONS } from '@dialproof/http';
import { type MemoryParts, type MountedServer, startMemoryServer } from '@dialproof/testkit';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import { decodableUrl } from './verification-plugin.js';

export interface MountOptions {
  readonly hasRegistration?: boolean;
  /** Options of Fastify besides those that all tests need. */
  readonly server?: FastifyServerOptions;
  /** The paths of the contract below the address of the server. Default: only the root. */
  readonly paths?: readonly [string, ...string[]];
}

export interface FastifyServer extends MountedServer {
  readonly app: FastifyInstance;
}

/** A Fastify application over the memory ports, to which the plugin has still to be registered. */
export async function startFastifyServer(
  register: (app: FastifyInstance, parts: MemoryParts) => void,
  { server = {}, paths = [''], ...options }: MountOptions = {},
): Promise<FastifyServer> {
  const app = fastify({ forceCloseConnections: true, rewriteUrl: decodableUrl, ...server });
  const mounted = await startMemoryServer(async (parts) => {
    register(app, parts);
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const [baseUrl, ...otherBaseUrls] = paths.map((path) => `${address}${path}`);
    return { baseUrl: baseUrl ?? address, otherBaseUrls, close: () => app.close() };
  }, options);
  return { ...mounted, app };
}

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
