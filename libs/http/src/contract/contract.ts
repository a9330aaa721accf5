import { type AccountId, DialproofError } from '@dialproof/core';
import type { Scope } from '@dialproof/core/model';
import { OpenStreams } from '../events/open-streams.js';
import { asDialproofError, errorReply } from '../message/error-reply.js';
import { type HttpReply, type HttpRequest, leaveUnread } from '../message/http-message.js';
import { onFailure } from '../message/watched-content.js';
import type { AccountCall, RequestSubject } from '../operations/definition/operation-call.js';
import type { OperationName } from '../operations/operations.js';
import { type CountedRequest, RequestRates } from '../rates/request-rates.js';
import { readIdempotencyKey } from '../replays/idempotency-key.js';
import { KeyedRequest, type RepeatableRequest } from '../replays/keyed-request.js';
import { EVERY_TIME, type Once } from '../replays/once.js';
import { isRefusal, lastingAccess } from '../sign-in/lasting-access.js';
import { SignIn } from '../sign-in/sign-in.js';
import { ERROR_STATUS } from '../wire/error-status.js';
import { observedRequests } from './contract-observer.js';
import { type DiscardLimits, type HttpContractOptions, readOptions } from './contract-options.js';
import { crossOrigin } from './cross-origin.js';
import { parserRefusal, refusedByParser, wrongMethod } from './early-refusals.js';
import { operationParts, supportedOperations } from './operation-parts.js';
import { type ContractPath, contractPaths, createPathFinder, type FoundPath } from './routing.js';

/** The HTTP contract without a framework. */
export interface HttpContract {
  /**
   * The reply to a request; undefined, with nothing touched, when its path is not in the contract and the host has to answer. The
   * promise never rejects.
   */
  handle(request: HttpRequest): Promise<HttpReply> | undefined;
  /** Whether a path, below the mount, is in the contract. */
  takes(path: string): boolean;
  /**
   * The reply to a refusal of the host, for example of an unknown path (`not_found`), in the form of every other error and
   * with the headers that every reply carries.
   */
  refuse(error: DialproofError): HttpReply;
  /**
   * The account of a request for a route of the host's own, found like that of an operation: failed sign-ins of an address count together,
   * and the token needs the `scope`. Rejects with `not_authenticated`, `cross_site_request`, `account_suspended`, `forbidden`,
   * `too_many_requests`, and with the error of an authenticator that cannot decide. Default scope: none.
   */
  signIn(request: HttpRequest, scope?: Scope | null): Promise<AccountId>;
  /**
   * Applies the limit of failed sign-ins to another check of a secret, such as a webhook's signature on a route of the host's own. Resolves
   * to the result of `attempt`. An attempt that rejects with `not_authenticated` counts as a failed sign-in of the request's address. Beyond the
   * limit, it rejects with `too_many_requests` without making the attempt.
   */
  limitGuesses<Result>(request: HttpRequest, attempt: () => Promise<Result>): Promise<Result>;
  /**
   * The paths of the contract below its mount, with the segment that names an item in braces, such as `{task_id}`: for frameworks that
   * route by path. The contract answers every method on them.
   */
  readonly paths: readonly string[];
  /** The operations for which it has the parts, as in its description; the others are refused with `not_supported`. */
  readonly operations: readonly OperationName[];
  /**
   * Ends the open event streams: their clients connect again, to another process if there is one. Later streams are refused with
   * `shutting_down`; everything else continues. Call it when a server begins to stop, which would otherwise wait for open streams. Safe
   * twice.
   */
  close(): void;
  /** The bounds within which an adapter reads the rest of a request after an early reply. */
  readonly discard: DiscardLimits;
}

/** Creates the contract. Throws TypeError for bad options. */
export function createHttpContract(options: HttpContractOptions): HttpContract {
  const settings = readOptions(options);
  const streams = new OpenStreams(settings);
  const parts = operationParts(settings, streams);
  const paths = contractPaths(parts);
  const findPath = createPathFinder(paths);
  const { clock, observer } = settings;
  const rates =
    settings.rates === null ? null : new RequestRates(settings.rates, (error) => report(error, undefined));
  const signIn = new SignIn({ ...settings, rates });
  const observe =
    observer === null ? undefined : observedRequests(observer, (error) => report(error, undefined));

  const cors = settings.cors === null ? undefined : crossOrigin(settings.cors, Object.keys(settings.headers));

  async function answer(found: FoundPath, request: HttpRequest): Promise<HttpReply> {
    const operation = found.path.routes.get(routedMethod(request))?.name;
    const beganAt = observe === undefined ? 0 : clock.elapsed();
    const subject: RequestSubject = {
      accountId: undefined,
      itemId: found.id || undefined,
      refusedSignIn: undefined,
    };
    let reply: HttpReply;
    try {
      // First of all, since browsers send no token with a preflight.
      reply = cors?.preflight(request, found.path.allow) ?? (await perform(found, request, subject));
    } catch (thrown) {
      reply = refuse(thrown, operation, request);
    }
    if (observe !== undefined) {
      // Spelled out: a spread costs several microseconds in each request.
      const { accountId, itemId, refusedSignIn } = subject;
      const { method, raw } = request;
      const durationMs = clock.elapsed() - beganAt;
      observe({ method, operation, status: reply.status, durationMs, accountId, itemId, refusedSignIn, raw });
    }
    return complete(
      cors === undefined ? reply : cors.allow(reply, request),
      operation,
      request.method === 'HEAD',
    );
  }

  // The order is part of the contract: the caller is checked before anything else about the request.
  async function perform(
    { path, id }: FoundPath,
    request: HttpRequest,
    subject: RequestSubject,
  ): Promise<HttpReply> {
    const method = routedMethod(request);
    if (path.access === 'open') {
      const route = path.routes.get(method);
      if (route === undefined) return wrongMethod(path, request);
      const run = () => refusedByParser(route, request) ?? route.run(request, subject);
      if (rates === null || route.name !== 'register') return run();
      return within(await rates.ofRegistration(signIn.addressOf(request)), route.name, request, run);
    }
    const refusal = settings.hostSignsIn ? parserRefusal(request) : undefined;
    if (refusal !== undefined) return errorReply(refusal);
    const route = path.routes.get(method);
    const scope = route?.operation.scope ?? null;
    const caller = await signIn.callerOf(request, scope, subject);
    const { accountId } = caller;
    if (route === undefined) return wrongMethod(path, request);
    const run = () => refusedByParser(route, request) ?? route.run(callOf(route));
    const callOf = ({ name, operation: { takesKey } }: AccountRoute): AccountCall => {
      const { authenticator, trustedOrigins } = settings;
      const reportHere = (error: unknown) => report(error, name);
      const asked = { authenticator, clock, trustedOrigins, request, accountId, scope };
      const access = lastingAccess({ ...asked, report: reportHere });
      const key = takesKey ? readIdempotencyKey(request.header('idempotency-key')) : undefined;
      const once =
        key === undefined
          ? EVERY_TIME
          : onceOf({ accountId, key, operation: name, itemId: id, access, report: reportHere });
      return { request, accountId, caller, id, once, access, subject };
    };
    return rates === null
      ? run()
      : within(await rates.ofAccount(accountId, route.operation.policy), route.name, request, run);
  }

  /** The reply of a counted request, or its refusal, with the headers that show the remaining requests. */
  async function within(
    { headers, refusal }: CountedRequest,
    operation: OperationName,
    request: HttpRequest,
    run: () => HttpReply | Promise<HttpReply>,
  ): Promise<HttpReply> {
    let reply: HttpReply;
    try {
      reply = refusal === null ? await run() : errorReply(refusal);
    } catch (thrown) {
      reply = refuse(thrown, operation, request);
    }
    return { ...reply, headers: { ...headers, ...reply.headers } };
  }

  function onceOf(request: Omit<RepeatableRequest, 'maxKeysPerAccount'>): Once {
    const { replays } = settings.service;
    if (replays === null) {
      // If it were ignored, a repeat would be done twice, although the caller relies on once.
      throw new DialproofError('not_supported', { hint: 'this server remembers no Idempotency-Key' });
    }
    return new KeyedRequest(replays, { ...request, maxKeysPerAccount: settings.maxKeysPerAccount });
  }

  function refuse(thrown: unknown, operation: OperationName | undefined, request: HttpRequest): HttpReply {
    const error = asDialproofError(thrown);
    // A missing part is no failure of the server.
    const hasFailed = ERROR_STATUS[error.code] >= 500 && error.code !== 'not_supported';
    if (hasFailed && !(isAbort(thrown) && request.signal.aborted)) {
      report(thrown, operation);
    }
    return errorReply(error);
  }

  function complete(reply: HttpReply, operation: OperationName | undefined, isHead: boolean): HttpReply {
    const headers = { ...reply.headers, ...settings.headers };
    if (typeof reply.body === 'string') return { ...reply, headers, body: isHead ? '' : reply.body };
    if (!isHead) {
      // Neither a caller that has lost its access nor a stalled client is a failure of the server.
      const reportBroken = (error: unknown) => {
        if (!isRefusal(error) && !reply.stalled?.aborted) report(error, operation);
      };
      return { ...reply, headers, body: onFailure(reply.body, reportBroken) };
    }
    leaveUnread(reply.body);
    return { ...reply, headers, body: '' };
  }

  function report(error: unknown, operation: OperationName | undefined): void {
    try {
      settings.onError(error, { operation });
    } catch {
      // A hook that fails must not cost the caller the reply.
    }
  }

  return {
    operations: supportedOperations(parts),
    paths: Object.freeze(paths.map(({ template }) => template)),
    discard: { ...settings.discard, clock },
    takes: (path) => findPath(path) !== undefined,
    close: () => streams.close(),
    handle(request) {
      const found = findPath(request.path);
      return found === undefined ? undefined : answer(found, request);
    },
    signIn: async (request, scope = null) => (await signIn.callerOf(request, scope)).accountId,
    limitGuesses: (request, attempt) => signIn.limitGuesses(request, attempt),
    refuse(error) {
      const reply = errorReply(error);
      return { ...reply, headers: { ...reply.headers, ...settings.headers } };
    },
  };
}

type AccountRoute = Pick<NonNullable<ReturnType<ContractPath['routes']['get']>>, 'name' | 'operation'>;

/** HEAD is answered like GET, without the body. */
function routedMethod({ method }: HttpRequest): string {
  return method === 'HEAD' ? 'GET' : method;
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}
