import { httpContract } from '@dialproof/testkit';
import {
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  type ExecutionContext,
  Get,
  HttpException,
  type INestApplication,
  type NestInterceptor,
  ValidationPipe,
  VersioningType,
} from '@nestjs/common';
import compression from 'compression';
import helmet from 'helmet';
import { map, type Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { memoryParts, serveHost, statusAndBody } from './host-application.fixture.js';
import { startNestServer } from './nest-server.fixture.js';
import { VerificationModule } from './verification.module.js';

/** Every error in an envelope. */
@Catch()
class EnvelopeFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const status = thrown instanceof HttpException ? thrown.getStatus() : 500;
    host
      .switchToHttp()
      .getResponse()
      .status(status)
      .json({ ok: false, error: String(thrown) });
  }
}

/** Every result in an envelope. */
class EnvelopeInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data) => ({ ok: true, data })));
  }
}

class OpenGuard implements CanActivate {
  canActivate(): boolean {
    return true;
  }
}

@Controller('orders')
class OrdersController {
  @Get()
  list(): readonly string[] {
    return ['apples'];
  }
}

/** All that a host may do to its routes at once. */
function harden(app: INestApplication, cors: { readonly preflightContinue?: boolean } = {}): void {
  app.use(compression({ threshold: 0 }), helmet());
  app.enableCors(cors);
  app.setGlobalPrefix('api');
  app.enableVersioning({ type: VersioningType.URI, defaultVersion: '3' });
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
  app.useGlobalFilters(new EnvelopeFilter());
  app.useGlobalInterceptors(new EnvelopeInterceptor());
  app.useGlobalGuards(new OpenGuard());
}

describe('VerificationModule in a host that changes everything that it can', () => {
  const application = { rawBody: true };
  // Otherwise its CORS middleware answers every OPTIONS itself.
  const prepare = (app: INestApplication) => harden(app, { preflightContinue: true });
  httpContract({ describe, it }, () => startNestServer({ application, prepare, mount: '/api' }));

  it('is asked from other origins as the host allows', async () => {
    const imports = [VerificationModule.forRoot(memoryParts())];
    const { baseUrl } = await serveHost({ imports }, { prepare: (app) => harden(app) });
    const origin = 'https://shop.example';
    const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } };
    const allowed = await fetch(`${baseUrl}/api/v1/verify`, preflight);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('*');
    const refused = await fetch(`${baseUrl}/api/v1/credits`, { headers: { origin } });
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(await statusAndBody(refused)).toEqual([401, { detail: 'not_authenticated' }]);
  });

  it('leaves its changes to the host', async () => {
    const imports = [VerificationModule.forRoot(memoryParts())];
    const { baseUrl } = await serveHost(
      { imports, controllers: [OrdersController] },
      { prepare: (app) => harden(app) },
    );
    const orders = await fetch(`${baseUrl}/api/v3/orders`);
    expect(orders.headers.get('content-encoding')).toBe('gzip');
    expect(orders.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await statusAndBody(orders)).toEqual([200, { ok: true, data: ['apples'] }]);
    expect(await statusAndBody(await fetch(`${baseUrl}/api/v3/none`))).toMatchObject([404, { ok: false }]);
  });
});
