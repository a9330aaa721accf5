import type { DynamicModule, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { addressOf } from './host-application.fixture.js';

export interface FastifyHost {
  readonly baseUrl: string;
  close(): Promise<void>;
}

interface FastifySettings {
  readonly ignoreTrailingSlash?: boolean;
  readonly application?: NestApplicationOptions | undefined;
}

/** An application of this module on Fastify, listening. */
export async function startFastify(
  module: DynamicModule,
  prepare: (app: NestFastifyApplication) => void = () => {},
  { ignoreTrailingSlash = false, application = {} }: FastifySettings = {},
): Promise<FastifyHost> {
  const adapter = new FastifyAdapter({
    forceCloseConnections: true,
    rewriteUrl: decodableUrl,
    routerOptions: { ignoreTrailingSlash },
  });
  const options = { logger: false, abortOnError: false, ...application } as const;
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, options);
  prepare(app);
  await app.listen(0, '127.0.0.1');
  return { baseUrl: addressOf(app), close: () => app.close() };
}

/** Fastify answers a path that cannot be decoded before it looks for a route; with its percent signs as themselves it is like any other. */
function decodableUrl({ url = '/' }: { readonly url?: string | undefined }): string {
  try {
    decodeURI(url);
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}
