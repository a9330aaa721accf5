import { DialproofError, type ErrorCode } from '@dialproof/core';
import {
  type ArgumentsHost,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  HttpException,
  NotFoundException,
  Param,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFastify } from '../fixtures/fastify-application.fixture.js';
import {
  credits,
  HostModule,
  memoryOptions,
  serveHost,
  statusAndBody,
} from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';
import { toHttpException, VerificationExceptionFilter } from './verification-exception.filter.js';

const hint = 'the phone is too short';

describe('toHttpException', () => {
  it('has the status, the public details, and the error itself as the cause', () => {
    const error = new DialproofError('invalid_phone', { hint });
    const exception = toHttpException(error) as HttpException;
    expect(exception).toBeInstanceOf(HttpException);
    expect(exception.getStatus()).toBe(422);
    expect(exception.getResponse()).toEqual({ detail: 'invalid_phone', hint });
    expect(exception.cause).toBe(error);
  });

  it.each<[ErrorCode, number]>([
    ['insufficient_credits', 402],
    ['too_many_requests', 429],
    ['storage_unavailable', 503],
    ['internal_error', 500],
  ])('shows of %s no more than its code', (code, status) => {
    const exception = toHttpException(new DialproofError(code, { cause: new Error('the secret') }));
    expect(exception).toBeInstanceOf(HttpException);
    expect((exception as HttpException).getStatus()).toBe(status);
    expect((exception as HttpException).getResponse()).toEqual({ detail: code });
  });

  it('returns everything else unchanged', () => {
    const thrown = [new Error('the secret'), new NotFoundException(), 'text', undefined];
    expect(thrown.map(toHttpException)).toEqual(thrown);
  });

  it('thrown by a guard of the routes, is answered as the error', async () => {
    const busy = new DialproofError('too_many_requests', { hint, retryAfterMs: 2_500 });
    const guard: CanActivate = {
      canActivate() {
        throw toHttpException(busy);
      },
    };
    const options = memoryOptions({ decorators: [UseGuards(guard)] });
    const { baseUrl } = await serveHost({ imports: [VerificationModule.forRoot(options)] });
    expect(await credits(baseUrl)).toEqual([429, { detail: 'too_many_requests', hint }]);
    expect((await fetch(`${baseUrl}/v1/credits`)).headers.get('retry-after')).toBe('3');
  });
});

@Controller('numbers')
class NumbersController {
  @Get(':code')
  @UseFilters(VerificationExceptionFilter)
  refuse(@Param('code') code: ErrorCode): never {
    if (code === 'not_found') throw new NotFoundException('no such number');
    throw new DialproofError(code, { hint, retryAfterMs: 2_500 });
  }

  @Get('enveloped/:code')
  envelope(@Param('code') code: ErrorCode): never {
    throw toHttpException(new DialproofError(code, { hint }));
  }
}

@Catch(HttpException)
class EnvelopeFilter implements ExceptionFilter<HttpException> {
  catch(exception: HttpException, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse();
    reply.status(exception.getStatus()).send({ error: exception.getResponse() });
  }
}

async function onExpress(): Promise<string> {
  return (await serveHost({ controllers: [NumbersController] })).baseUrl;
}

async function onFastify(): Promise<string> {
  const { baseUrl, close } = await startFastify({ module: HostModule, controllers: [NumbersController] });
  onTestFinished(close);
  return baseUrl;
}

describe.each([
  ['Express', onExpress],
  ['Fastify', onFastify],
])("VerificationExceptionFilter on the host's own routes, on %s", (_platform, serve) => {
  it('answers the errors of the service in the form of the contract, and no others', async () => {
    const baseUrl = await serve();
    const ask = async (path: string) => statusAndBody(await fetch(`${baseUrl}/numbers/${path}`));
    expect(await ask('invalid_phone')).toEqual([422, { detail: 'invalid_phone', hint }]);
    expect(await ask('overloaded')).toEqual([503, { detail: 'overloaded' }]);
    expect(await ask('not_found')).toMatchObject([404, { message: 'no such number' }]);
    const busy = await fetch(`${baseUrl}/numbers/too_many_requests`);
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '3']);
    expect(busy.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

describe("a filter of the host's", () => {
  it('gives exceptions of toHttpException its own form', async () => {
    const { baseUrl } = await serveHost(
      { controllers: [NumbersController] },
      { prepare: (app) => void app.useGlobalFilters(new EnvelopeFilter()) },
    );
    const reply = await fetch(`${baseUrl}/numbers/enveloped/invalid_phone`);
    expect(await statusAndBody(reply)).toEqual([422, { error: { detail: 'invalid_phone', hint } }]);
  });
});
