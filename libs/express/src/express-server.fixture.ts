import { createRequire } from 'node:module';
import { listenLocally, type MountedServer, startMemoryServer } from '@dialproof/testkit';
import type { RequestHandler } from 'express';
import express from 'express';
import { verificationRouter } from './verification-router.js';

export interface ExpressServerOptions extends Pick<ExpressMajor, 'express'> {
  /** The host's middleware in front of the router. */
  readonly before?: readonly RequestHandler[];
  readonly hasRegistration?: boolean;
}

/** The router over the memory ports, mounted at `/v1` and at `/` of an Express application. */
export function startExpressServer({
  express,
  before = [],
  ...options
}: ExpressServerOptions): Promise<MountedServer> {
  return startMemoryServer(async (parts) => {
    const router = verificationRouter(parts);
    const app = express();
    for (const handler of before) app.use(handler);
    const mount = await listenLocally(app.use('/v1', router).use(router));
    return { ...mount, otherBaseUrls: [`${mount.baseUrl}/v1`] };
  }, options);
}

const require = createRequire(import.meta.url);

export interface ExpressMajor {
  readonly major: 4 | 5;
  readonly express: typeof express;
}

/** Every major of Express that the router is for. */
export const EXPRESS_MAJORS: readonly ExpressMajor[] = [
  { major: 5, express },
  // Express 4 comes without types. The tests use those of Express 5.
  { major: 4, express: require('express-4') as typeof express },
];
