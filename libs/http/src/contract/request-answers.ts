import { DialproofError, isDialproofError } from '@dialproof/core';
import { asDialproofError, errorReply } from '../message/error-reply.js';
import { type HttpReply, type HttpRequest, leaveUnread } from '../message/http-message.js';
import { onFailure } from '../message/watched-content.js';
import type { OperationName } from '../operations/operations.js';
import type { CountedRequest, RequestRates } from '../rates/request-rates.js';
import { KeyedRequest } from '../replays/keyed-request.js';
import { EVERY_TIME, type Once, readIdempotencyKey } from '../replays/once.js';
import type { RequestSubject } from '../sign-in/sign-in.js';
import { type Caller, isRefusal, lastingAccess, type SignIn } from '../sign-in/sign-in.js';
import { ERROR_STATUS } from '../wire/error-status.js';
import type { ObservedRequest } from './contract-observer.js';
import type { HttpContractSettings } from './contract-options.js';
import type { CrossOrigin } from './cross-origin.js';
import type { AccountPath, ContractPath, FoundPath, OpenPath } from './routing.js';

export interface AnswerParts {
  readonly settings: HttpContractSettings;
  /** Null: nothing is counted. */
  readonly rates: RequestRates | null;
  readonly signIn: SignIn;
  readonly cors: CrossOrigin | undefined;
  /** Gets each request with its reply. */
  readonly observe: ((request: ObservedRequest) => void) | undefined;
  /** Reports a failure of the server. */
  report(error: unknown, operation?: OperationName): void;
}

/** A request at a path of the contract. */
interface Asked<Path> {
  readonly path: Path;
  /** The id of the item in the path; empty if there is none. */
  readonly id: string;
  readonly request: HttpRequest;
  readonly subject: RequestSubject;
}

/** Answers the requests of a contract: sign-in, rates, the operation, and the form of every reply. */
export class RequestAnswers {
  readonly #parts: AnswerParts;

  constructor(parts: AnswerParts) {
    this.#parts = parts;
  }

  /** Never rejects. */
  async answer({ path, id }: FoundPath, request: HttpRequest): Promise<HttpReply> {
    const { cors, observe, settings } = this.#parts;
    const operation = path.routes.get(routedMethod(request))?.name;
    const beganAt = observe === undefined ? 0 : settings.clock.elapsed();
    const subject = { accountId: undefined, itemId: id || undefined, refusedSignIn: undefined };
    let reply: HttpReply;
    try {
      // Before sign-in, since browsers send no token with a preflight.
      reply =
        cors?.preflight(request, path.allow) ??
        (path.access === 'open'
          ? await this.#answerOpen({ path, id, request, subject })
          : await this.#answerAccount({ path, id, request, subject }));
    } catch (thrown) {
      reply = this.#refuse(thrown, operation, request);
    }
    if (observe !== undefined) {
      // Spelled out: a spread costs several microseconds in each request.
      const { accountId, itemId, refusedSignIn } = subject;
      const { method, raw } = request;
      const durationMs = settings.clock.elapsed() - beganAt;
      observe({ method, operation, status: reply.status, durationMs, accountId, itemId, refusedSignIn, raw });
    }
    return this.#complete(
      cors === undefined ? reply : cors.allow(reply, request),
      operation,
      request.method === 'HEAD',
    );
  }

  async #answerOpen({ path, request, subject }: Asked<OpenPath>): Promise<HttpReply> {
    const { rates, signIn } = this.#parts;
    const route = path.routes.get(routedMethod(request));
    if (route === undefined) return wrongMethod(path, request);
    const run = () => refusedByParser(route, request) ?? route.run(request, subject);
    if (rates === null || route.name !== 'register') return run();
    return this.#within(await rates.countRegistration(signIn.addressOf(request)), route.name, request, run);
  }

  // The order is part of the contract: the caller is checked before anything else about the request.
  async #answerAccount(asked: Asked<AccountPath>): Promise<HttpReply> {
    const { path, id, request, subject } = asked;
    const { rates, settings, signIn } = this.#parts;
    const refusal = settings.hostSignsIn ? parserRefusal(request) : undefined;
    if (refusal !== undefined) return errorReply(refusal);
    const route = path.routes.get(routedMethod(request));
    const scope = route?.operation.scope ?? null;
    const caller = await signIn.callerOf(request, scope, subject);
    if (route === undefined) return wrongMethod(path, request);
    const run = () => {
      const refused = refusedByParser(route, request);
      if (refused !== undefined) return refused;
      const { access, once } = this.#callerParts(asked, caller, route);
      return route.run({ request, accountId: caller.accountId, caller, id, once, access, subject });
    };
    if (rates === null) return run();
    const counted = await rates.countRequest(caller.accountId, route.operation.policy);
    return this.#within(counted, route.name, request, run);
  }

  /** The caller's lasting access, and the handling of its `Idempotency-Key`. */
  #callerParts(
    { id, request }: Asked<AccountPath>,
    { accountId }: Caller,
    { name, operation: { scope, takesKey } }: NonNullable<ReturnType<AccountPath['routes']['get']>>,
  ) {
    const { authenticator, clock, maxKeysPerAccount, service, trustedOrigins } = this.#parts.settings;
    const report = (error: unknown) => this.#parts.report(error, name);
    const access = lastingAccess({ authenticator, clock, trustedOrigins, request, accountId, scope });
    const key = takesKey ? readIdempotencyKey(request.header('idempotency-key')) : undefined;
    if (key === undefined) return { access, once: EVERY_TIME };
    if (service.replays === null) {
      // If it were ignored, a repeat would be done twice, although the caller relies on once.
      throw new DialproofError('not_supported', { hint: 'this server does not support Idempotency-Key' });
    }
    const repeatable = { accountId, key, operation: name, itemId: id, access, report, maxKeysPerAccount };
    const once: Once = new KeyedRequest(service.replays, repeatable);
    return { access, once };
  }

  /** The reply of a counted request, or its refusal, with the headers that show the remaining requests. */
  async #within(
    { headers, refusal }: CountedRequest,
    operation: OperationName,
    request: HttpRequest,
    run: () => HttpReply | Promise<HttpReply>,
  ): Promise<HttpReply> {
    let reply: HttpReply;
    try {
      reply = refusal === null ? await run() : errorReply(refusal);
    } catch (thrown) {
      reply = this.#refuse(thrown, operation, request);
    }
    return { ...reply, headers: { ...headers, ...reply.headers } };
  }

  #refuse(thrown: unknown, operation: OperationName | undefined, request: HttpRequest): HttpReply {
    const error = asDialproofError(thrown);
    // A missing part is no failure of the server.
    const hasFailed = ERROR_STATUS[error.code] >= 500 && error.code !== 'not_supported';
    if (hasFailed && !(isAbort(thrown) && request.signal.aborted)) this.#parts.report(thrown, operation);
    return errorReply(error);
  }

  #complete(reply: HttpReply, operation: OperationName | undefined, isHead: boolean): HttpReply {
    const headers = { ...reply.headers, ...this.#parts.settings.headers };
    if (typeof reply.body === 'string') return { ...reply, headers, body: isHead ? '' : reply.body };
    if (isHead) {
      leaveUnread(reply.body);
      return { ...reply, headers, body: '' };
    }
    // Neither a caller that has lost its access nor a stalled client is a failure of the server.
    const reportBroken = (error: unknown) => {
      if (!isRefusal(error) && !reply.stalled?.aborted) this.#parts.report(error, operation);
    };
    return { ...reply, headers, body: onFailure(reply.body, reportBroken) };
  }
}

/** HEAD is answered like GET, without the body. */
function routedMethod({ method }: HttpRequest): string {
  return method === 'HEAD' ? 'GET' : method;
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}

/**
 * A request that a parser of the host has refused has bypassed the guards behind that parser, so it must be refused. Operations with a body
 * refuse it when they read the body; the others would not notice.
 */
function refusedByParser(
  { operation }: { readonly operation: { readonly body?: object | undefined } },
  { parsedBody }: HttpRequest,
): HttpReply | undefined {
  return operation.body === undefined && isDialproofError(parsedBody) ? errorReply(parsedBody) : undefined;
}

/**
 * The refusal of a parser of the host, if the caller has caused it. Middleware behind the parser has not seen the request, so the caller
 * may not have been signed in, and a 401 would log signed-in users out.
 */
function parserRefusal({ parsedBody }: HttpRequest): DialproofError | undefined {
  return isDialproofError(parsedBody) && ERROR_STATUS[parsedBody.code] < 500 ? parsedBody : undefined;
}

/** The reply to a method that the path does not take. OPTIONS is answered with the allowed methods. */
function wrongMethod({ allow, routes }: ContractPath, { method }: HttpRequest): HttpReply {
  if (method === 'OPTIONS') return { status: 204, headers: { allow }, body: '' };
  const taken = [...routes.keys()].join(' and ');
  const refusal = errorReply(
    new DialproofError('method_not_allowed', { hint: `this path takes ${taken}, not ${method}` }),
  );
  return { ...refusal, headers: { ...refusal.headers, allow } };
}
