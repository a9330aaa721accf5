import { DialproofError } from '@dialproof/core';
import {
  BadRequestException,
  type CallHandler,
  type CanActivate,
  ConflictException,
  ForbiddenException,
  GatewayTimeoutException,
  HttpException,
  ImATeapotException,
  type INestApplication,
  Injectable,
  Module,
  type NestInterceptor,
  PayloadTooLargeException,
  RequestTimeoutException,
  ServiceUnavailableException,
  UnauthorizedException,
  UnprocessableEntityException,
  UseGuards,
} from '@nestjs/common';
import { concat, merge, throwError } from 'rxjs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFastify } from '../fixtures/fastify-application.fixture.js';
import {
  credits,
  HostModule,
  memoryOptions,
  serveHost,
  statusAndBody,
  verify,
} from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';

/** An instance whose guard throws, with its address and the failures that `onError` got. */
async function behindGuard(thrown: unknown) {
  const told: unknown[] = [];
  const guard: CanActivate = {
    canActivate: () => {
      throw thrown;
    },
  };
  const options = memoryOptions({
    decorators: [UseGuards(guard)],
    onError: (error) => void told.push(error),
  });
  const { baseUrl } = await serveHost({ imports: [VerificationModule.forRoot(options)] });
  return { baseUrl, told };
}

describe('exceptions of the host guards on the routes', () => {
  it.each<[Error, number, object]>([
    [new UnauthorizedException('who?'), 401, { detail: 'not_authenticated' }],
    [new ForbiddenException('not today'), 403, { detail: 'forbidden', hint: 'not today' }],
    [new HttpException('slow down', 429), 429, { detail: 'too_many_requests', hint: 'slow down' }],
    [new PayloadTooLargeException('big'), 413, { detail: 'request_too_large', hint: 'big' }],
    [new HttpException('pay', 402), 402, { detail: 'insufficient_credits' }],
    [new RequestTimeoutException('slow'), 408, { detail: 'request_timeout', hint: 'slow' }],
    [new ConflictException('twice'), 409, { detail: 'conflict', hint: 'twice' }],
    [new ImATeapotException('tea'), 418, { detail: 'i_m_a_teapot', hint: 'tea' }],
    [new UnprocessableEntityException('age'), 422, { detail: 'unprocessable_entity', hint: 'age' }],
    [new BadRequestException('what?'), 400, { detail: 'malformed_request', hint: 'what?' }],
    [new HttpException('none', 499), 499, { detail: 'malformed_request', hint: 'none' }],
    [new DialproofError('account_suspended'), 403, { detail: 'account_suspended' }],
  ])('%s has the form of the contract', async (thrown, status, body) => {
    const { baseUrl, told } = await behindGuard(thrown);
    expect(await credits(baseUrl)).toEqual([status, body]);
    expect(told).toEqual([]);
  });

  it.each(['/v1/credits/', '/V1/credits'])(
    'is nothing of the contract at %s, which is left to the host',
    async (path) => {
      const { baseUrl } = await behindGuard(new UnauthorizedException());
      expect(await statusAndBody(await fetch(`${baseUrl}${path}`))).toEqual([
        404,
        { statusCode: 404, error: 'Not Found', message: `Cannot GET ${path}` },
      ]);
    },
  );

  it.each<[unknown, number, object]>([
    [new Error('the password is 1234'), 500, { detail: 'internal_error' }],
    ['text', 500, { detail: 'internal_error' }],
    [new ServiceUnavailableException('back at noon'), 503, { detail: 'service_unavailable' }],
    [new GatewayTimeoutException('the directory'), 504, { detail: 'gateway_timeout' }],
    [new DialproofError('shutting_down'), 503, { detail: 'shutting_down' }],
  ])('%s goes to onError', async (thrown, status, body) => {
    const { baseUrl, told } = await behindGuard(thrown);
    expect(await credits(baseUrl)).toEqual([status, body]);
    expect(told).toEqual([thrown]);
  });

  it.each(['Express', 'Fastify'])(
    'keeps the headers that a guard has given the reply, on %s',
    async (platform) => {
      const guard: CanActivate = {
        canActivate(context) {
          context.switchToHttp().getResponse().header('Retry-After', '30');
          throw new ServiceUnavailableException('back at noon');
        },
      };
      const imports = [
        VerificationModule.forRoot(memoryOptions({ decorators: [UseGuards(guard)], onError: () => {} })),
      ];
      const served =
        platform === 'Express'
          ? await serveHost({ imports })
          : await startFastify({ module: HostModule, imports });
      if ('close' in served) onTestFinished(served.close);
      const reply = await fetch(`${served.baseUrl}/v1/credits`);
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '30']);
      expect(await reply.json()).toEqual({ detail: 'service_unavailable' });
    },
  );

  it('says which scheme a 401 asks for, and carries the headers of every reply', async () => {
    const guard: CanActivate = {
      canActivate: () => {
        throw new UnauthorizedException();
      },
    };
    const options = memoryOptions({ decorators: [UseGuards(guard)], headers: { 'x-api': 'phones' } });
    const { baseUrl } = await serveHost({ imports: [VerificationModule.forRoot(options)] });
    const reply = await fetch(`${baseUrl}/v1/credits`);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    expect(reply.headers.get('x-api')).toBe('phones');
  });

  it('leaves the connection clean when it refuses an upload', async () => {
    const { baseUrl } = await behindGuard(new ForbiddenException());
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(8_000_000)]), 'people.csv');
    const reply = await fetch(`${baseUrl}/v1/verify/batch`, { method: 'POST', body });
    expect([reply.status, await reply.json()]).toMatchObject([403, { detail: 'forbidden' }]);
  });

  it('has failures in the background logged with their kind, and with the stack of their cause', async () => {
    const logged: unknown[] = [];
    const logger = { log() {}, warn() {}, error: (...what: unknown[]) => void logged.push(what) };
    const cause = new Error('the upstream stumbled');
    const options = memoryOptions({ checker: { check: () => Promise.reject(cause) } });
    const { baseUrl } = await serveHost(
      { imports: [VerificationModule.forRoot(options)] },
      { application: { logger } },
    );
    expect(await verify(baseUrl)).toMatchObject([200, { status: 'unknown' }]);
    const message = expect.stringMatching(/^failed: .*check_failed: .*the upstream stumbled/);
    expect(logged).toEqual([[message, cause.stack, 'Dialproof']]);
  });

  it('goes to the log of the application when there is no onError', async () => {
    const logged: unknown[] = [];
    const note = (...what: unknown[]) => void logged.push(what);
    const logger = { log() {}, warn() {}, error: note };
    const guard: CanActivate = {
      canActivate: () => {
        throw new Error('the cause');
      },
    };
    const options = memoryOptions({ decorators: [UseGuards(guard)] });
    const { baseUrl } = await serveHost(
      { imports: [VerificationModule.forRoot(options)] },
      { application: { logger } },
    );
    expect(await credits(baseUrl)).toEqual([500, { detail: 'internal_error' }]);
    expect(logged).toEqual([[expect.stringContaining('the cause'), expect.any(String), 'Dialproof']]);
  });
});

describe('guards of the module', () => {
  it('find their dependencies in the modules that it imports', async () => {
    @Injectable()
    class Doors {
      readonly areOpen = false;
    }
    @Module({ providers: [Doors], exports: [Doors] })
    class DoorsModule {}
    @Injectable()
    class DoorGuard implements CanActivate {
      constructor(readonly doors: Doors) {}

      canActivate(): boolean {
        return this.doors.areOpen;
      }
    }
    const options = memoryOptions({ decorators: [UseGuards(DoorGuard)], imports: [DoorsModule] });
    const { baseUrl } = await serveHost({ imports: [VerificationModule.forRoot(options)] });
    expect(await credits(baseUrl)).toMatchObject([403, { detail: 'forbidden' }]);
  });
});

describe('the host interceptors on the routes', () => {
  it('has the form of the contract when they throw', async () => {
    const interceptor: NestInterceptor = {
      intercept: () => throwError(() => new RequestTimeoutException('too slow')),
    };
    const { baseUrl } = await serveHost(
      { imports: [VerificationModule.forRoot(memoryOptions())] },
      { prepare: (app) => void app.useGlobalInterceptors(interceptor) },
    );
    expect(await verify(baseUrl)).toEqual([408, { detail: 'request_timeout', hint: 'too slow' }]);
  });

  it.each(['Express', 'Fastify'])(
    'has the form of the contract when they lose patience, on %s',
    async (platform) => {
      const impatient: NestInterceptor = {
        intercept: (_context, next: CallHandler) =>
          merge(
            next.handle(),
            throwError(() => new RequestTimeoutException('too slow')),
          ),
      };
      let answer = () => {};
      const checked = new Promise<'inactive'>((resolve) => {
        answer = () => resolve('inactive');
      });
      const imports = [VerificationModule.forRoot(memoryOptions({ checker: { check: () => checked } }))];
      const prepare = (app: INestApplication) => void app.useGlobalInterceptors(impatient);
      const served =
        platform === 'Express'
          ? await serveHost({ imports }, { prepare })
          : await startFastify({ module: HostModule, imports }, prepare);
      if ('close' in served) onTestFinished(served.close);
      const { baseUrl } = served;
      expect(await verify(baseUrl)).toEqual([408, { detail: 'request_timeout', hint: 'too slow' }]);
      // The later answer of the route is dropped, and breaks nothing.
      answer();
      expect(await verify(baseUrl)).toEqual([408, { detail: 'request_timeout', hint: 'too slow' }]);
    },
  );

  it('comes too late when the reply is out', async () => {
    const interceptor: NestInterceptor = {
      intercept: (_context, next: CallHandler) =>
        concat(
          next.handle(),
          throwError(() => new Error('too late')),
        ),
    };
    const told: unknown[] = [];
    const options = memoryOptions({ onError: (error) => void told.push(error) });
    const { baseUrl } = await serveHost(
      { imports: [VerificationModule.forRoot(options)] },
      { prepare: (app) => void app.useGlobalInterceptors(interceptor) },
    );
    expect(await verify(baseUrl)).toMatchObject([200, { status: 'inactive' }]);
    expect(await verify(baseUrl)).toMatchObject([200, { status: 'inactive' }]);
    expect(told).toContainEqual(new Error('too late'));
  });
});
