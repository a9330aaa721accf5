import { type MemoryParts, type MountedServer, startMemoryServer } from '@dialproof/testkit';
import type { DynamicModule, INestApplication, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { addressOf, closeNow, HostModule } from './host-application.fixture.js';
import { VerificationModule } from './verification.module.js';

export interface NestServerOptions {
  readonly hasRegistration?: boolean;
  /** Options of the application. Default: as Nest has them, without a log. */
  readonly application?: NestApplicationOptions;
  /** What the host does with its application before it listens. */
  readonly prepare?: (app: INestApplication) => void;
  /** Where the contract then is. Default at the root. */
  readonly mount?: string;
  /** The host's module. Default one that imports the module's `forRoot` and has nothing of its own. */
  readonly module?: (parts: MemoryParts) => DynamicModule;
}

/** The module over the memory ports in a Nest application that listens. */
export function startNestServer({
  hasRegistration = true,
  application = {},
  prepare = () => {},
  mount = '',
  module = hostModule,
}: NestServerOptions = {}): Promise<MountedServer> {
  return startMemoryServer(
    async (parts) => {
      const app = await NestFactory.create(module(parts), { logger: false, ...application });
      prepare(app);
      await app.listen(0, '127.0.0.1');
      return { baseUrl: `${addressOf(app)}${mount}`, close: () => closeNow(app) };
    },
    { hasRegistration, startsService: true },
  );
}

/** A host's module with nothing but Dialproof in it. */
function hostModule(parts: MemoryParts): DynamicModule {
  return { module: HostModule, imports: [VerificationModule.forRoot(parts)] };
}
