import {
  Body,
  type CanActivate,
  Controller,
  type DynamicModule,
  type ExecutionContext,
  Post,
  UseGuards,
} from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFastify } from '../fixtures/fastify-application.fixture.js';
import {
  credits,
  HostModule,
  memoryOptions,
  statusAndBody,
  verify,
} from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';

@Controller('orders')
class OrdersController {
  @Post()
  order(@Body() body: unknown) {
    return { ordered: body };
  }
}

async function serve(
  verification: DynamicModule,
  prepare?: (app: NestFastifyApplication) => void,
): Promise<string> {
  const host = { module: HostModule, imports: [verification], controllers: [OrdersController] };
  const { baseUrl, close } = await startFastify(host, prepare);
  onTestFinished(close);
  return baseUrl;
}

describe('VerificationModule on Fastify', () => {
  it("leaves the bodies of the host's own routes to Fastify", async () => {
    const baseUrl = await serve(VerificationModule.forRoot(memoryOptions()));
    const order = async (body: string, type: string) =>
      statusAndBody(
        await fetch(`${baseUrl}/orders`, { method: 'POST', headers: { 'content-type': type }, body }),
      );
    expect(await order('{"apples":1}', 'application/json')).toEqual([201, { ordered: { apples: 1 } }]);
    expect((await order('<apples/>', 'application/xml'))[0]).toBe(415);
  });

  it("keeps the headers that the host's plugins give to replies", async () => {
    const baseUrl = await serve(VerificationModule.forRoot(memoryOptions()), (app) => {
      app
        .getHttpAdapter()
        .getInstance()
        .addHook('onRequest', (_request, reply, done) => {
          reply.header('x-from-the-host', 'yes');
          done();
        });
    });
    expect((await fetch(`${baseUrl}/v1/credits`)).headers.get('x-from-the-host')).toBe('yes');
  });

  it("names the account from the request of the host's guard", async () => {
    const guard: CanActivate = {
      canActivate(context: ExecutionContext) {
        Object.assign(context.switchToHttp().getRequest<object>(), { user: 'acme' });
        return true;
      },
    };
    const account = (request: { user?: string }) => request.user;
    const baseUrl = await serve(
      VerificationModule.forRoot(memoryOptions({ account, decorators: [UseGuards(guard)] })),
    );
    expect(await credits(baseUrl, {})).toEqual([200, { available: 100, held: 0 }]);
  });

  it('leaves the host a path that Fastify forgives a slash at its end', async () => {
    const host = { module: HostModule, imports: [VerificationModule.forRoot(memoryOptions())] };
    const { baseUrl, close } = await startFastify(host, undefined, { ignoreTrailingSlash: true });
    onTestFinished(close);
    const headers = { authorization: 'Bearer good' };
    expect((await fetch(`${baseUrl}/v1/credits`, { headers })).status).toBe(200);
    const reply = await fetch(`${baseUrl}/v1/credits/`, { headers });
    expect(await statusAndBody(reply)).toMatchObject([404, { message: 'Cannot GET /v1/credits/' }]);
  });

  it('gives exceptions of guards the form of the contract', async () => {
    const decorators = [UseGuards({ canActivate: () => false })];
    const baseUrl = await serve(VerificationModule.forRoot(memoryOptions({ decorators })));
    expect(await verify(baseUrl)).toEqual([403, { detail: 'forbidden', hint: 'Forbidden resource' }]);
  });
});
