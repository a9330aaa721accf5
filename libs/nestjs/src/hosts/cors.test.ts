import { type INestApplication, UseGuards } from '@nestjs/common';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFastify } from '../fixtures/fastify-application.fixture.js';
import { HostModule, memoryOptions, serveHost, statusAndBody } from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';

const origin = 'https://shop.example';
const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } };
const decorators = [UseGuards({ canActivate: () => false })];
const imports = () => [VerificationModule.forRoot(memoryOptions({ decorators }))];
const prepare = (app: Pick<INestApplication, 'enableCors'>) =>
  app.enableCors({ origin: true, credentials: true });

async function onFastify(): Promise<string> {
  const { baseUrl, close } = await startFastify({ module: HostModule, imports: imports() }, prepare);
  onTestFinished(close);
  return baseUrl;
}
const onExpress = async () => (await serveHost({ imports: imports() }, { prepare })).baseUrl;

describe.each([
  ['Express', onExpress],
  ['Fastify', onFastify],
])('a host with CORS on %s', (_platform, serve) => {
  it('answers a preflight itself, with no token and no guard', async () => {
    const allowed = await fetch(`${await serve()}/v1/verify`, preflight);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
    expect(allowed.headers.get('access-control-allow-methods')).toContain('POST');
  });

  it('lets scripts of that origin see refusals too', async () => {
    const refused = await fetch(`${await serve()}/v1/credits`, { headers: { origin } });
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
    expect(await statusAndBody(refused)).toMatchObject([403, { detail: 'forbidden' }]);
  });
});
