import { DialproofError, isDialproofError } from '@dialproof/core';
import { authenticate } from './bearer.js';
import { onFailure } from './content-failure.js';
import { type DiscardLimits, type HttpContractOptions, readOptions } from './contract-options.js';
import { asDialproofError, ERROR_STATUS, errorReply } from './error-reply.js';
import { type HttpReply, type HttpRequest, leaveUnread } from './http-message.js';
import { OpenStreams } from './open-streams.js';
import { createOperations } from './operations/create-operations.js';
import type { Operation, OperationName } from './operations/operation.js';
import { createRouteFinder, type Route } from './routes.js';

/** The HTTP contract without a framework. */
export interface HttpContract {
  /**
   * The reply to a request; undefined, with nothing touched, when its path is not the contract's and the host has to answer. The
   * promise never rejects.
   */
  handle(request: HttpRequest): Promise<HttpReply> | undefined;
  /**
   * The reply to what a host refuses by itself, a path of nobody's for instance (`not_found`), in the form of every other error and
   * with the headers that every reply carries.
   */
  refuse(error: DialproofError): HttpReply;
  /**
   * The paths of the contract below its mount, with `{task_id}` for the segment that names a task: for frameworks that want to know
   * what they route. Every method of them is the contract's.
   */
  readonly paths: readonly string[];
  /**
   * Ends the event streams that are open, as if nothing were to come: their clients connect again, elsewhere if there is somewhere
   * else. Later ones are refused with `shutting_down`; everything else goes on. To be called when a server begins to stop, which
   * would wait for open streams otherwise. Safe twice.
   */
  close(): void;
  /** How an adapter deals with what is left of a request after an early reply. */
  readonly discard: DiscardLimits;
}

/** Makes the contract. Throws TypeError for bad options. */
export function createHttpContract(options: HttpContractOptions): HttpContract {
  const settings = readOptions(options);
  const streams = new OpenStreams();
  const operations = createOperations(settings, streams);
  const findRoute = createRouteFinder(operations);

  async function answer(route: Route, request: HttpRequest): Promise<HttpReply> {
    const operation = route.operation.name;
    let reply: HttpReply;
    try {
      reply = await perform(route, request);
    } catch (thrown) {
      reply = refuse(thrown, operation, request);
    }
    return complete(reply, operation, request.method === 'HEAD');
  }

  // The order is part of the contract: who asks comes before anything else about the request.
  async function perform({ operation, taskId }: Route, request: HttpRequest): Promise<HttpReply> {
    if (operation.access === 'open') return refusedBefore(operation, request) ?? operation.run(request);
    const accountId = await authenticate(settings.authenticator, request);
    const refusal = refusedBefore(operation, request);
    if (refusal !== undefined) return refusal;
    if (taskId === undefined) return operation.run(request, accountId);
    return operation.run(request, accountId, taskId);
  }

  function refuse(thrown: unknown, operation: OperationName, request: HttpRequest): HttpReply {
    const error = asDialproofError(thrown);
    if (ERROR_STATUS[error.code] >= 500 && !(isAbort(thrown) && request.signal.aborted)) {
      report(thrown, operation);
    }
    return errorReply(error);
  }

  function complete(reply: HttpReply, operation: OperationName, isHead: boolean): HttpReply {
    const headers = { ...reply.headers, ...settings.headers };
    if (typeof reply.body === 'string') return { ...reply, headers, body: isHead ? '' : reply.body };
    if (!isHead)
      return { ...reply, headers, body: onFailure(reply.body, (error) => report(error, operation)) };
    leaveUnread(reply.body);
    return { ...reply, headers, body: '' };
  }

  function report(error: unknown, operation: OperationName): void {
    try {
      settings.onError(error, { operation });
    } catch {
      // A hook that fails must not cost the caller the reply.
    }
  }

  return {
    paths: Object.freeze(operations.map(({ path }) => path)),
    discard: settings.discard,
    close: () => streams.close(),
    handle(request) {
      const route = findRoute(request.path);
      return route === undefined ? undefined : answer(route, request);
    },
    refuse(error) {
      const reply = errorReply(error);
      return { ...reply, headers: { ...reply.headers, ...settings.headers } };
    },
  };
}

function refusedBefore(operation: Operation, request: HttpRequest): HttpReply | undefined {
  return wrongMethod(operation, request) ?? refusedByParser(operation, request);
}

/**
 * A request that a parser of the host has refused has not been before the guards behind that parser, so nothing may come of it.
 * Operations that take a body say so when they come to it; the others would never look.
 */
function refusedByParser({ method }: Operation, { parsedBody }: HttpRequest): HttpReply | undefined {
  return method === 'GET' && isDialproofError(parsedBody) ? errorReply(parsedBody) : undefined;
}

function wrongMethod({ method }: Operation, request: HttpRequest): HttpReply | undefined {
  if (request.method === method || (method === 'GET' && request.method === 'HEAD')) return undefined;
  const allow = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
  if (request.method === 'OPTIONS') return { status: 204, headers: { allow }, body: '' };
  const refusal = errorReply(
    new DialproofError('method_not_allowed', { hint: `this path takes ${method}, not ${request.method}` }),
  );
  return { ...refusal, headers: { ...refusal.headers, allow } };
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}
