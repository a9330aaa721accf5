import type { AddressInfo } from 'node:net';
import {
  accountId,
  createVerificationService,
  InProcessTaskQueue,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryTaskStore,
  type VerificationServiceOptions,
} from '@dialproof/core';
import {
  type DynamicModule,
  type INestApplication,
  Module,
  type ModuleMetadata,
  type NestApplicationOptions,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterEach } from 'vitest';
import { logErrors } from './log-errors.js';
import type { VerificationExtras, VerificationOptions } from './module-options.js';

export const ACME = accountId('acme');

/** Parts in memory: the token `good` is ACME's, which has 100 credits, and every number is inactive. */
export function memoryParts() {
  const ledger = new MemoryCreditLedger();
  // In memory, what is granted is there at once.
  void ledger.grant(ACME, 100);
  return {
    ledger,
    store: new MemoryTaskStore(),
    checker: { check: async () => 'inactive' as const },
    queue: new InProcessTaskQueue(),
    authenticator: new MemoryAuthenticator([['good', { accountId: ACME, suspended: false }]]),
  };
}

type ServiceParts = Pick<VerificationServiceOptions, 'store' | 'ledger' | 'checker' | 'queue' | 'clock'>;

/** Options of the module over the parts in memory, with others in the place of some. With `account` there is no authenticator. */
export function memoryOptions({
  store,
  ledger,
  checker,
  queue,
  clock,
  ...options
}: Partial<ServiceParts & VerificationOptions & VerificationExtras> = {}): VerificationOptions &
  VerificationExtras {
  const { authenticator, ...parts } = memoryParts();
  const given = { store, ledger, checker, queue, clock };
  const others = Object.fromEntries(Object.entries(given).filter(([, part]) => part !== undefined));
  return {
    service: createVerificationService({ ...parts, ...others, onError: logErrors() }),
    ...('account' in options ? {} : { authenticator }),
    ...options,
  };
}

@Module({})
export class HostModule {}

export interface HostSettings {
  /** Default: as Nest has them, without a log. */
  readonly application?: NestApplicationOptions;
  /** What the host does with its application before it listens. */
  readonly prepare?: (app: INestApplication) => void;
}

export interface ServedHost {
  readonly app: INestApplication;
  readonly baseUrl: string;
}

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Closes something when the test is over. */
export function untilOver(close: () => Promise<void>): void {
  closers.push(close);
}

/** An application of this module, not initialised. It is closed when the test is over. */
export async function createHost(
  metadata: ModuleMetadata,
  { application = {}, prepare = () => {} }: HostSettings = {},
): Promise<INestApplication> {
  const module: DynamicModule = { module: HostModule, ...metadata };
  const app = await NestFactory.create(module, { logger: false, abortOnError: false, ...application });
  untilOver(() => closeNow(app));
  prepare(app);
  return app;
}

/** The same, listening. */
export async function serveHost(metadata: ModuleMetadata, settings?: HostSettings): Promise<ServedHost> {
  const app = await createHost(metadata, settings);
  await app.listen(0, '127.0.0.1');
  return { app, baseUrl: addressOf(app) };
}

export function addressOf(app: INestApplication): string {
  // A TCP server's address is an object.
  const { port } = app.getHttpServer().address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** Shuts an application down although clients keep their connections. */
export async function closeNow(app: INestApplication): Promise<void> {
  app.getHttpServer().closeAllConnections();
  await app.close();
}

export const authorization = 'Bearer good';

/** Asks for the credits. Gives the status and the body. */
export async function credits(
  baseUrl: string,
  headers: Readonly<Record<string, string>> = { authorization },
): Promise<[number, unknown]> {
  return statusAndBody(await fetch(`${baseUrl}/v1/credits`, { headers }));
}

/** Verifies a number, or sends another body. Gives the status and the body. */
export async function verify(
  baseUrl: string,
  body = JSON.stringify({ phone: '+14155552671' }),
  headers: Readonly<Record<string, string>> = {},
): Promise<[number, unknown]> {
  const init = {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    body,
  };
  return statusAndBody(await fetch(`${baseUrl}/v1/verify`, init));
}

export async function statusAndBody(reply: Response): Promise<[number, unknown]> {
  return [reply.status, await reply.json()];
}
