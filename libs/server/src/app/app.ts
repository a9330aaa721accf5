import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  type AccountRegistry,
  type AccountTokens,
  type Authenticator,
  DialproofError,
  isDialproofError,
  type VerificationService,
} from '@dialproof/core';
import { type DashboardOptions, dashboardHandler } from '@dialproof/dashboard';
import {
  type ContractWebhooks,
  type CorsOptions,
  createHttpContract,
  type HttpContractOptions,
  type RateLimits,
} from '@dialproof/http';
import { answerNodeRequest, hasShortBody, sendNodeReply, withoutPort } from '@dialproof/http/adapter';
import { auditObserver, type BoundedEntries, callerContext } from '../audit/caller-entries.js';
import { answerReceiver, type ReceiverParts, type Receivers } from '../evidence/receivers.js';
import type { Log } from '../log.js';
import { answerMetrics, type Metrics } from '../metrics.js';
import { answerDocs } from './api-docs.js';
import { answerHealth, type HealthParts } from './health.js';
import { setSecurityHeaders } from './http-server.js';
import { refuseNewAccounts, refuseNewWork } from './lifecycle.js';
import { logRequest } from './request-log.js';
import { answerSignInCode, SIGN_IN_CODE_URL, type SignInCode } from './sign-in-code.js';

export interface AppParts extends HealthParts {
  readonly service: VerificationService;
  readonly authenticator: Authenticator;
  readonly accounts: AccountRegistry;
  readonly accountTokens: AccountTokens;
  /** The names of the checkers: replies have a header if the sandbox makes results up. */
  readonly checkers: readonly string[];
  /** The receivers of apps' webhooks, which record evidence. */
  readonly receivers: Receivers;
  /** Webhooks of customers, which the server calls. */
  readonly webhooks: ContractWebhooks;
  /** Undefined if nothing is measured: then /metrics is 404. */
  readonly metrics: Metrics | undefined;
  readonly rates: RateLimits | null;
  /** Bounds of downloads, and how long one may stand still. Default: those of the contract. */
  readonly downloads?: Pick<
    HttpContractOptions,
    'maxDownloads' | 'maxDownloadsPerAccount' | 'stallTimeoutMs'
  >;
  /** The limits of files that the page shows. Default: those of the page, 100,000 rows and 100 MiB. */
  readonly fileLimits?: Pick<DashboardOptions, 'maxRows' | 'maxFileBytes'>;
  /** The link that signs in to the page at the first start. */
  readonly signInCode: SignInCode;
  /** The number of trusted proxies in front of it. */
  readonly proxies: number;
  readonly log: Log;
  /** Records the actions of callers. */
  readonly audit: Pick<BoundedEntries, 'record'>;
  readonly newAccountCredits: number;
  /** The origins whose pages may call from a browser. Default: no other origin. */
  readonly cors?: CorsOptions | null;
}

export interface App {
  readonly listener: RequestListener;
  /** Ends the event streams, which would keep a server that stops waiting, and refuses later ones. */
  endStreams(): void;
}

/**
 * The application: the page at `/`, and the API. It uses the contract of @dialproof/http on bare node:http, since a framework would double
 * the time of each request. `verificationRouter` of @dialproof/express is the same contract for an Express application.
 */
export function createApp(parts: AppParts): App {
  const {
    service,
    authenticator,
    accounts,
    accountTokens,
    audit,
    checkers,
    cors = null,
    webhooks,
    downloads = {},
    fileLimits = {},
    lifecycle,
    log,
    metrics,
    newAccountCredits,
    proxies,
    rates,
    receivers,
  } = parts;
  // All requests of this server are those of node:http.
  const addressOf = (request: unknown) => callerAddress(request as IncomingMessage, proxies);
  const requestIds = new WeakMap<object, string>();
  const caller = { addressOf, requestIdOf: (request: unknown) => requestIds.get(Object(request)) };
  const audited = auditObserver({ ...caller, newAccountCredits, record: (entry) => audit.record(entry) });
  const contract = createHttpContract({
    service: refuseNewWork(service, lifecycle),
    authenticator,
    accounts: refuseNewAccounts(accounts, lifecycle),
    webhooks,
    tokens: accountTokens,
    ...downloads,
    rates,
    address: addressOf,
    cors,
    headers: checkers.includes('sandbox') ? { 'dialproof-results': 'made up by the sandbox' } : {},
    onError: (error, { operation }) => {
      // This is no failure, and clients that repeat it would fill the log.
      if (isDialproofError(error, 'shutting_down')) return;
      log.error({ error, operation }, 'a request failed');
    },
    observer: {
      onRequest(request) {
        audited.onRequest(request);
        metrics?.observer.onRequest(request);
      },
    },
  });
  const hooks: ReceiverParts = {
    receivers,
    contract,
    onRefused: (refused, request) =>
      audit.record({ event: 'hook.refused', ...refused, ...callerContext(caller, request) }),
  };
  const page = dashboardHandler({ ...fileLimits, signInCodeUrl: SIGN_IN_CODE_URL });
  const listener: RequestListener = (request, response) => {
    requestIds.set(request, logRequest(log, request, response));
    lifecycle.follow(response);
    setSecurityHeaders(response);
    closeBehindLongBody(request, response);
    if (answerHealth(parts, request, response)) return;
    if (answerMetrics(parts, request, response)) return;
    if (answerDocs(request, response)) return;
    if (answerSignInCode(parts.signInCode, request, response)) return;
    if (answerReceiver(hooks, request, response)) return;
    page(request, response, () => {
      acceptEitherBase(request);
      if (answerNodeRequest(contract, request, response)) return;
      sendNodeReply(contract.refuse(new DialproofError('not_found')), request, response, contract.discard);
    });
  };
  return { listener, endStreams: () => contract.close() };
}

/**
 * Closes the connection after the reply to a GET with a long body. Such a body has no reader, and Node would receive it for as long as a
 * request may last.
 */
function closeBehindLongBody(request: IncomingMessage, response: ServerResponse): void {
  const readsNoBody = request.method === 'GET' || request.method === 'HEAD';
  if (readsNoBody && !hasShortBody(request)) response.setHeader('connection', 'close');
}

/** The paths of the contract begin with /v1, and its base address may end in /v1 too. A request may name the whole address. */
function acceptEitherBase(request: IncomingMessage): void {
  if (request.url?.includes('/v1/v1/')) request.url = request.url.replace(SECOND_V1, '$1');
}

const SECOND_V1 = /^(https?:\/\/[^/]*)?\/v1(?=\/v1\/)/i;

/**
 * The address that a request came from. Each of `proxies` trusted proxies adds the address of its own caller to the end of X-Forwarded-For,
 * so everything further left was written by the caller and is not trusted. A port behind it is left out.
 */
export function callerAddress(request: IncomingMessage, proxies: number): string | undefined {
  const { remoteAddress } = request.socket;
  if (proxies === 0) return remoteAddress;
  const header = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
  const forwarded = hops.at(-proxies)?.trim();
  return forwarded === undefined || forwarded === '' ? remoteAddress : withoutPort(forwarded);
}
