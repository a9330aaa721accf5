import {
  ClassSerializerInterceptor,
  type INestApplication,
  type ModuleMetadata,
  type NestApplicationOptions,
  RequestMethod,
  ValidationPipe,
  VersioningType,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, Reflector } from '@nestjs/core';
import compression from 'compression';
import helmet from 'helmet';
import {
  DurableFilter,
  EnvelopeFilter,
  EnvelopeInterceptor,
  GuardOfRequest,
  InterceptorOfRequest,
  SessionGuard,
  TimeoutInterceptor,
} from './hostile-parts.fixture.js';

/** One thing that a host does to all of its routes. */
export interface HostileHost {
  readonly name: string;
  readonly providers?: NonNullable<ModuleMetadata['providers']>;
  readonly application?: NestApplicationOptions;
  readonly prepare?: (app: INestApplication) => void;
  /** Where the contract then is. Default at the root. */
  readonly mount?: string;
  /** Where the host's own orders then are, and how they answer. What is left out is as Nest has it. */
  readonly orders?: {
    readonly at?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly listed?: unknown;
    readonly lost?: unknown;
    readonly ordered?: readonly [status: number, body: unknown];
    readonly replyHeaders?: Readonly<Record<string, string>>;
  };
}

const enveloped = (data: unknown) => ({ ok: true, data });
const RECEIPT = { ordered: { apples: 'one' }, secret: 'margin' };
const ENVELOPED_RESULTS = { listed: enveloped(['apples']), ordered: [201, enveloped(RECEIPT)] } as const;
const ENVELOPED_ERRORS = { lost: { ok: false, error: 'no such order' } };
const REFUSED = {
  statusCode: 400,
  error: 'Bad Request',
  message: ['apples must be an integer number'],
};

const strict = () => new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true });

/** Hosts that Nest has the same way on every platform. */
export const HOSTILE_HOSTS: readonly HostileHost[] = [
  { name: 'nothing of its own' },
  {
    name: 'a global ValidationPipe',
    prepare: (app) => void app.useGlobalPipes(strict()),
    orders: { ordered: [400, REFUSED] },
  },
  {
    name: 'an APP_PIPE',
    providers: [{ provide: APP_PIPE, useFactory: strict }],
    orders: { ordered: [400, REFUSED] },
  },
  {
    name: 'a global exception filter',
    prepare: (app) => void app.useGlobalFilters(new EnvelopeFilter()),
    orders: ENVELOPED_ERRORS,
  },
  {
    name: 'an APP_FILTER',
    providers: [{ provide: APP_FILTER, useClass: EnvelopeFilter }],
    orders: ENVELOPED_ERRORS,
  },
  {
    name: 'a durable APP_FILTER',
    providers: [{ provide: APP_FILTER, useClass: DurableFilter }],
    orders: ENVELOPED_ERRORS,
  },
  {
    name: 'a global interceptor that wraps results',
    prepare: (app) => void app.useGlobalInterceptors(new EnvelopeInterceptor()),
    orders: ENVELOPED_RESULTS,
  },
  {
    name: 'an APP_INTERCEPTOR that wraps results',
    providers: [{ provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor }],
    orders: ENVELOPED_RESULTS,
  },
  {
    name: 'an APP_INTERCEPTOR that lives as long as a request',
    providers: [{ provide: APP_INTERCEPTOR, useClass: InterceptorOfRequest }],
    orders: ENVELOPED_RESULTS,
  },
  {
    name: 'the ClassSerializerInterceptor',
    prepare: (app) => void app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get(Reflector), {})),
    orders: { ordered: [201, { ordered: { apples: 'one' } }] },
  },
  {
    name: 'an interceptor that limits the time',
    prepare: (app) => void app.useGlobalInterceptors(new TimeoutInterceptor()),
  },
  { name: 'a global guard', prepare: (app) => void app.useGlobalGuards(new SessionGuard()) },
  { name: 'an APP_GUARD', providers: [{ provide: APP_GUARD, useClass: SessionGuard }] },
  {
    name: 'an APP_GUARD that lives as long as a request',
    providers: [{ provide: APP_GUARD, useClass: GuardOfRequest }],
  },
  {
    name: 'a global prefix',
    prepare: (app) => void app.setGlobalPrefix('api/v2'),
    mount: '/api/v2',
    orders: { at: '/api/v2/orders' },
  },
  {
    name: 'a global prefix with its own routes out of it',
    prepare: (app) => void app.setGlobalPrefix('api', { exclude: ['orders', 'orders/lost'] }),
    mount: '/api',
  },
  {
    name: 'a global prefix with the contract out of it',
    prepare: (app) => {
      const exclude = [{ path: 'v1/*path', method: RequestMethod.ALL }];
      app.setGlobalPrefix('api', { exclude });
    },
    orders: { at: '/api/orders' },
  },
  {
    name: 'versions in the path',
    prepare: (app) => void app.enableVersioning({ type: VersioningType.URI, defaultVersion: '3' }),
    orders: { at: '/v3/orders' },
  },
  {
    name: 'CORS',
    prepare: (app) => void app.enableCors(),
    orders: { replyHeaders: { 'access-control-allow-origin': '*' } },
  },
  { name: 'forceCloseConnections', application: { forceCloseConnections: true } },
  { name: 'rawBody: true', application: { rawBody: true } },
];

/** Hosts that only Express has, or that have what is made for it in front. */
export const HOSTILE_EXPRESS_HOSTS: readonly HostileHost[] = [
  {
    name: 'bodyParser: false',
    application: { bodyParser: false },
    orders: { ordered: [201, { secret: 'margin' }] },
  },
  {
    name: 'parsers of its own',
    application: { bodyParser: false },
    // The adapter of Express has it.
    prepare: (app) => void Reflect.get(app, 'useBodyParser').call(app, 'json', { limit: '1mb' }),
  },
  {
    name: 'compression',
    prepare: (app) => void app.use(compression({ threshold: 0 })),
    orders: { replyHeaders: { 'content-encoding': 'gzip' } },
  },
  {
    name: 'helmet',
    prepare: (app) => void app.use(helmet()),
    orders: { replyHeaders: { 'x-content-type-options': 'nosniff' } },
  },
  {
    name: 'versions in a header',
    prepare: (app) =>
      void app.enableVersioning({ type: VersioningType.HEADER, header: 'x-version', defaultVersion: '3' }),
    orders: { headers: { 'x-version': '3' } },
  },
  {
    name: 'versions in the media type',
    prepare: (app) =>
      void app.enableVersioning({ type: VersioningType.MEDIA_TYPE, key: 'v=', defaultVersion: '3' }),
    orders: { headers: { accept: 'application/json;v=3' } },
  },
  {
    name: 'versions that it finds itself',
    prepare: (app) =>
      void app.enableVersioning({ type: VersioningType.CUSTOM, extractor: () => '3', defaultVersion: '3' }),
  },
  {
    name: 'much of that at once',
    application: { rawBody: true },
    prepare: (app) => {
      app.use(compression({ threshold: 0 }), helmet());
      app.enableCors();
      app.setGlobalPrefix('api');
      app.enableVersioning({ type: VersioningType.URI, defaultVersion: '3' });
      app.useGlobalPipes(strict());
      app.useGlobalFilters(new EnvelopeFilter());
      app.useGlobalInterceptors(new EnvelopeInterceptor());
      app.useGlobalGuards(new SessionGuard());
    },
    mount: '/api',
    orders: {
      ...ENVELOPED_ERRORS,
      ...ENVELOPED_RESULTS,
      at: '/api/v3/orders',
      ordered: [400, { ok: false, error: 'Bad Request Exception' }],
    },
  },
];
