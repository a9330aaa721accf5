import {
  All,
  type ArgumentsHost,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  RequestMethod,
  UseGuards,
  VersioningType,
} from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import {
  type HostSettings,
  memoryOptions,
  serveHost,
  statusAndBody,
  verify,
} from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';
import { createEndpoints } from './endpoints.js';
import { routeOnExpress } from './platform-routes.js';

/** The host's own form of errors, for all of its routes. */
@Catch()
class EnvelopeFilter implements ExceptionFilter {
  catch(_thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse();
    response.status(418).json({ error: 'enveloped' });
  }
}

@Controller('v1/orders')
class OrdersController {
  @All()
  order(): string {
    return 'ordered';
  }
}

const envelope: HostSettings = { prepare: (app) => void app.useGlobalFilters(new EnvelopeFilter()) };
const ENVELOPED = [418, { error: 'enveloped' }];
const host = (path?: string) => ({
  imports: [VerificationModule.forRoot(memoryOptions(path === undefined ? {} : { path }))],
  controllers: [OrdersController],
});

async function post(url: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
  return statusAndBody(await fetch(url, init));
}

describe('refusals of the host’s body parsers', () => {
  it.each<[string, string, Readonly<Record<string, string>>, number, string]>([
    ['broken JSON', '{"phone":', {}, 400, 'malformed_request'],
    ['more than they take', JSON.stringify({ phone: 'x'.repeat(200_000) }), {}, 413, 'request_too_large'],
    [
      'another charset',
      '{}',
      { 'content-type': 'application/json; charset=x' },
      415,
      'unsupported_media_type',
    ],
    ['no such compression', '{}', { 'content-encoding': 'x' }, 415, 'unsupported_media_type'],
    ['what cannot be unpacked', '{}', { 'content-encoding': 'gzip' }, 400, 'malformed_request'],
  ])('has the form of the contract: %s', async (_what, body, headers, status, detail) => {
    const { baseUrl } = await serveHost(host(), envelope);
    expect(await verify(baseUrl, body, headers)).toMatchObject([status, { detail }]);
    expect(await post(`${baseUrl}/v1/verify`, body, headers)).toEqual([401, { detail: 'not_authenticated' }]);
  });

  it('is the same with the raw bodies kept, and with parsers that the host has set up itself', async () => {
    for (const application of [{ rawBody: true }, { bodyParser: false }]) {
      const prepare: HostSettings['prepare'] = (app) => {
        // The adapter of Express has it.
        Reflect.get(app, 'useBodyParser').call(app, 'json');
        app.useGlobalFilters(new EnvelopeFilter());
      };
      const { baseUrl } = await serveHost(host(), { application, prepare });
      expect(await verify(baseUrl, '{')).toMatchObject([400, { detail: 'malformed_request' }]);
      expect(await verify(baseUrl)).toMatchObject([200, { status: 'inactive' }]);
    }
  });

  it("leaves the host its errors on other paths, also on those that are almost the contract's", async () => {
    const { baseUrl } = await serveHost(host('phones'), envelope);
    const paths = [
      '/v1/orders',
      '/v1/verify',
      '/none',
      '/phones/v1/verify/',
      '/phones/V1/verify',
      '/phones/v1',
    ];
    for (const path of paths) {
      expect(await post(`${baseUrl}${path}`, '{', { authorization: 'Bearer good' }), path).toEqual(ENVELOPED);
    }
  });

  it.each<[string, NonNullable<HostSettings['prepare']>, string]>([
    ['a global prefix', (app) => void app.setGlobalPrefix('api/v2'), '/api/v2/phones'],
    [
      'a global prefix that it is excluded from',
      (app) => {
        const exclude = [{ path: 'phones/v1/verify', method: RequestMethod.ALL }];
        app.setGlobalPrefix('api', { exclude });
      },
      '/phones',
    ],
    ['versions in the path', (app) => void app.enableVersioning({ type: VersioningType.URI }), '/phones'],
    [
      'a default version in the path',
      (app) => void app.enableVersioning({ type: VersioningType.URI, defaultVersion: '7' }),
      '/phones',
    ],
  ])('is known by the whole path, with %s', async (_what, prepare, mount) => {
    const { baseUrl } = await serveHost(host('phones'), {
      prepare: (app) => {
        app.useGlobalFilters(new EnvelopeFilter());
        prepare(app);
      },
    });
    expect(await verify(`${baseUrl}${mount}`)).toMatchObject([200, { status: 'inactive' }]);
    expect(await verify(`${baseUrl}${mount}`, '{')).toMatchObject([400, { detail: 'malformed_request' }]);
    expect(await post(`${baseUrl}/v1/verify`, '{')).toEqual(ENVELOPED);
  });

  it('is known by the whole path, below a path of RouterModule', async () => {
    const { imports } = host('phones');
    const routed = RouterModule.register([{ path: 'admin', module: VerificationModule }]);
    const { baseUrl } = await serveHost({ imports: [...imports, routed] }, envelope);
    expect(await verify(`${baseUrl}/admin/phones`)).toMatchObject([200, { status: 'inactive' }]);
    expect(await verify(`${baseUrl}/admin/phones`, '{')).toMatchObject([
      400,
      { detail: 'malformed_request' },
    ]);
  });

  it('is answered by the instance whose path it is', async () => {
    const options = memoryOptions({ name: 'strangers', path: 'strangers', account: () => undefined });
    const { baseUrl } = await serveHost({
      imports: [...host('phones').imports, VerificationModule.forRoot(options)],
    });
    expect(await verify(`${baseUrl}/phones`, '{')).toMatchObject([400, { detail: 'malformed_request' }]);
    expect(await verify(`${baseUrl}/strangers`, '{')).toMatchObject([401, { detail: 'not_authenticated' }]);
  });

  it("comes after the host's guards, which are asked as for every other request", async () => {
    const decorators = [UseGuards({ canActivate: () => false })];
    const { baseUrl } = await serveHost({
      imports: [VerificationModule.forRoot(memoryOptions({ decorators }))],
    });
    expect(await verify(baseUrl, '{')).toMatchObject([403, { detail: 'forbidden' }]);
  });

  it('is reported to the account of the host guard', async () => {
    const asked: object[] = [];
    const guard: CanActivate = {
      canActivate(context) {
        const request = context.switchToHttp().getRequest();
        asked.push({ params: { ...request.params }, body: request.body, route: request.route.path });
        request.user = 'acme';
        return true;
      },
    };
    const account = (request: { user?: string }) => request.user;
    const { baseUrl } = await serveHost({
      imports: [VerificationModule.forRoot(memoryOptions({ account, decorators: [UseGuards(guard)] }))],
    });
    expect(await verify(baseUrl, '{')).toMatchObject([400, { detail: 'malformed_request' }]);
    const late = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{' };
    const reply = await fetch(`${baseUrl}/v1/verify/tasks/7`, late);
    expect(await statusAndBody(reply)).toMatchObject([405, { detail: 'method_not_allowed' }]);
    expect(asked).toEqual([
      { params: {}, body: undefined, route: '/v1/verify' },
      { params: { task_id: '7' }, body: undefined, route: '/v1/verify/tasks/:task_id' },
    ]);
  });

  it('is left to the host for a method that no route is for', async () => {
    const { baseUrl } = await serveHost(host(), envelope);
    const init = { method: 'PROPFIND', headers: { 'content-type': 'application/json' }, body: '{' };
    expect(await statusAndBody(await fetch(`${baseUrl}/v1/verify`, init))).toEqual(ENVELOPED);
  });

  it('takes a path that cannot be decoded for the id of no task', async () => {
    const { baseUrl } = await serveHost(host('phones'), envelope);
    const ask = async (path: string, headers: Readonly<Record<string, string>>) =>
      statusAndBody(await fetch(`${baseUrl}${path}`, { headers }));
    const known = { authorization: 'Bearer good' };
    expect(await ask('/phones/v1/verify/tasks/%FF', known)).toEqual([404, { detail: 'task_not_found' }]);
    expect(await ask('/phones/v1/verify/tasks/%FF', {})).toEqual([401, { detail: 'not_authenticated' }]);
    expect(await ask('/%FF', known)).toEqual(ENVELOPED);
  });
});

describe('routeOnExpress', () => {
  it('relies on the stack of the router of Express 5, and does nothing where a version has none', () => {
    const used: unknown[] = [];
    const adapter = {
      getType: () => 'express',
      getInstance: () => ({ router: {} }),
      use: (handler: unknown) => used.push(handler),
    };
    // The parts of Nest's adapter that it uses.
    routeOnExpress(adapter as never, createEndpoints());
    expect(used).toEqual([]);
  });
});
