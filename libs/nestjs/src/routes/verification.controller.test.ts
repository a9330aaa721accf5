import { OPERATION_NAMES } from '@dialproof/http';
import {
  type CanActivate,
  ConsoleLogger,
  type ExecutionContext,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import { credits, memoryOptions, serveHost } from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';

const Public = () => SetMetadata('is public', true);

@Injectable()
class DoorGuard implements CanActivate {
  readonly #reflector = new Reflector();

  canActivate(context: ExecutionContext): boolean {
    return (
      this.#reflector.getAllAndOverride('is public', [context.getHandler(), context.getClass()]) === true
    );
  }
}

describe('decorators', () => {
  it("are seen by the host's guards on every route, and on the methods that a path refuses", async () => {
    const providers = [{ provide: APP_GUARD, useClass: DoorGuard }];
    const closed = await serveHost({ imports: [VerificationModule.forRoot(memoryOptions())], providers });
    expect(await credits(closed.baseUrl)).toMatchObject([403, { detail: 'forbidden' }]);

    const options = memoryOptions({ decorators: [Public()] });
    const { baseUrl } = await serveHost({ imports: [VerificationModule.forRoot(options)], providers });
    expect((await credits(baseUrl))[0]).toBe(200);
    const headers = { authorization: 'Bearer good' };
    const reply = await fetch(`${baseUrl}/v1/credits`, { method: 'PUT', headers });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('the log of the application', () => {
  it('has a line for each operation, and none for the methods that are refused', async () => {
    const lines: unknown[] = [];
    const logger = {
      log: (message: unknown, context: unknown) => void lines.push([context, message]),
      warn() {},
      error() {},
    };
    await serveHost({ imports: [VerificationModule.forRoot(memoryOptions())] }, { application: { logger } });
    const mapped = lines.map(String).filter((line) => line.startsWith('RouterExplorer'));
    // Without registration.
    expect(mapped).toHaveLength(OPERATION_NAMES.length - 1);
    expect(new Set(mapped).size).toBe(OPERATION_NAMES.length - 1);
  });

  it('has one line of the module if the logger of the host omits those of routes', async () => {
    const lines: unknown[] = [];
    // As in the README.
    class QuietLogger extends ConsoleLogger {
      override log(message: unknown, ...rest: unknown[]): void {
        if (rest.at(-1) !== 'RouterExplorer') super.log(message, ...rest);
      }

      protected override printMessages(messages: unknown[]): void {
        lines.push(...messages);
      }
    }
    await serveHost(
      { imports: [VerificationModule.forRoot(memoryOptions())] },
      { application: { logger: new QuietLogger() } },
    );
    const ofRoutes = lines.map(String).filter((line) => /\/v1|VerificationController/.test(line));
    expect(ofRoutes).toEqual(['VerificationController {/}:']);
  });
});
