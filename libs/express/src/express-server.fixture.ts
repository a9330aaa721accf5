import { listenLocally, type MountedServer, startMemoryServer } from '@dialproof/testkit';
import express, { type RequestHandler } from 'express';
import { verificationRouter } from './verification-router.js';

export interface MemoryServerOptions {
  /** What the host has in front of the router. */
  readonly before?: readonly RequestHandler[];
  readonly hasRegistration?: boolean;
}

/** The router over the memory ports, mounted at `/v1` and at `/` of an Express application. */
export function startExpressServer({
  before = [],
  ...options
}: MemoryServerOptions = {}): Promise<MountedServer> {
  return startMemoryServer(async (parts) => {
    const router = verificationRouter(parts);
    const app = express();
    for (const handler of before) app.use(handler);
    const mount = await listenLocally(app.use('/v1', router).use(router));
    return { ...mount, otherBaseUrls: [`${mount.baseUrl}/v1`] };
  }, options);
}
