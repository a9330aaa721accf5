import { setMaxListeners } from 'node:events';
import type { AccountId, DialproofError } from '@dialproof/core';
import type { Scope } from '@dialproof/core/model';
import { errorReply } from '../message/error-reply.js';
import { type HttpReply, type HttpRequest, jsonReply } from '../message/http-message.js';
import { openApiDocument } from '../openapi/openapi.js';
import type { OperationParts } from '../operations/definition/operation-call.js';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../operations/operations.js';
import { AccountSlots } from '../rates/account-slots.js';
import { RequestRates } from '../rates/request-rates.js';
import { SignIn } from '../sign-in/sign-in.js';
import { KeptUploads } from '../uploads/kept-uploads.js';
import { observedRequests } from './contract-observer.js';
import { type HttpContractOptions, type HttpContractSettings, readOptions } from './contract-options.js';
import { crossOrigin } from './cross-origin.js';
import { DISCARD_LIMITS, type DiscardLimits } from './discard-rest.js';
import { RequestAnswers } from './request-answers.js';
import { contractPaths, createPathFinder } from './routing.js';

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
   * to the result of `attempt`. An attempt that rejects with `not_authenticated` counts as a failed sign-in of the request's address.
   * Beyond the limit, it rejects with `too_many_requests` without making the attempt.
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
  const { clock, cors, headers, observer } = settings;
  const report = (error: unknown, operation?: OperationName): void => {
    try {
      settings.onError(error, { operation });
    } catch {
      // The caller gets the reply even if the hook fails.
    }
  };
  const rates = settings.rates === null ? null : new RequestRates(settings.rates, report);
  const signIn = new SignIn({ ...settings, rates });
  const closing = new AbortController();
  // Each event stream listens to it, and Node would take more than ten listeners for a leak.
  setMaxListeners(0, closing.signal);
  const parts = operationParts(settings, closing.signal);
  const paths = contractPaths(parts);
  const findPath = createPathFinder(paths);
  const answers = new RequestAnswers({
    settings,
    rates,
    signIn,
    report,
    observe: observer === null ? undefined : observedRequests(observer, report),
    cors: cors === null ? undefined : crossOrigin(cors, Object.keys(headers)),
  });
  return {
    operations: supportedOperations(parts),
    paths: Object.freeze(paths.map(({ template }) => template)),
    discard: { ...DISCARD_LIMITS, clock },
    takes: (path) => findPath(path) !== undefined,
    close: () => closing.abort(),
    handle(request) {
      const found = findPath(request.path);
      return found === undefined ? undefined : answers.answer(found, request);
    },
    signIn: async (request, scope = null) => (await signIn.callerOf(request, scope)).accountId,
    limitGuesses: (request, attempt) => signIn.limitGuesses(request, attempt),
    refuse(error) {
      const reply = errorReply(error);
      return { ...reply, headers: { ...reply.headers, ...headers } };
    },
  };
}

/** Most downloads take a second or less. */
const DOWNLOAD_AGAIN_MS = 1_000;

/** Event streams end often enough: their clients connect again by themselves. */
const STREAM_AGAIN_MS = 5_000;

/** The parts that the operations use. Event streams end when `closing` is aborted. */
export function operationParts(settings: HttpContractSettings, closing: AbortSignal): OperationParts {
  const { service, rates } = settings;
  let description: HttpReply | undefined;
  const parts: OperationParts = {
    ...settings,
    closing,
    streams: new AccountSlots({
      max: settings.maxStreams,
      maxPerAccount: settings.maxStreamsPerAccount,
      things: 'event streams',
      advice: 'close one, or poll',
      retryAfterMs: STREAM_AGAIN_MS,
    }),
    downloads: new AccountSlots({
      max: settings.maxDownloads,
      maxPerAccount: settings.maxDownloadsPerAccount,
      things: 'downloads',
      advice: 'read one to its end, or leave it',
      retryAfterMs: DOWNLOAD_AGAIN_MS,
    }),
    keptUploads: new KeptUploads({ clock: settings.clock, maxBytes: settings.maxKeptUploadBytes }),
    // Made only once: it is long, and anyone may request it.
    description() {
      const operations = supportedOperations(parts);
      const asked = { operations, remembersKeys: service.replays !== null, countsRequests: rates !== null };
      description ??= jsonReply(200, openApiDocument(asked));
      return description;
    },
  };
  return parts;
}

/** The operations that these parts support. The others are refused with `not_supported`. */
function supportedOperations(parts: OperationParts): readonly OperationName[] {
  const supports: { readonly [Name in OperationName]?: boolean } = parts.service.supports;
  return OPERATION_NAMES.filter((name) => OPERATIONS[name].hasPart(parts) && (supports[name] ?? true));
}
