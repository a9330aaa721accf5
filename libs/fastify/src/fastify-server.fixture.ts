import { type MemoryParts, type MountedServer, startMemoryServer } from '@dialproof/testkit';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { decodableUrl } from './decodable-url.js';

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
