import type { AccountId, AccountRegistry, AccountTokens, Clock, VerificationService } from '@dialproof/core';
import type { z } from 'zod';
import type { HttpReply, HttpRequest } from '../../message/http-message.js';
import type { JsonValues } from '../../message/json-values.js';
import type { AccountSlots } from '../../rates/account-slots.js';
import type { Attempt, Once } from '../../replays/once.js';
import type { Caller, LastingAccess, RequestSubject } from '../../sign-in/sign-in.js';
import type { KeptUploads } from '../../uploads/kept-uploads.js';
import type { ContractWebhooks } from '../webhooks/contract-webhooks.js';

/** A request of an authenticated caller, before its query and its body are read. */
export interface AccountCall {
  readonly request: HttpRequest;
  readonly accountId: AccountId;
  /** The caller, with the scopes of its credentials. */
  readonly caller: Caller;
  /** The id of the item in the path, decoded; empty if the path has none. */
  readonly id: string;
  /** Does the work of the request once, if it has an `Idempotency-Key`. */
  readonly once: Once;
  /** The caller's access, for requests that last. */
  readonly access: LastingAccess;
  /** Receives the item that the operation has made. */
  readonly subject: RequestSubject;
}

/** The arguments of an operation: the request of an authenticated caller, with its query and its body by their shapes. */
export interface OperationCall<Query, Body> extends Omit<AccountCall, 'once'> {
  readonly query: Query;
  readonly body: Body;
  /** Undefined if the request has no `Idempotency-Key`. */
  readonly attempt: Attempt | undefined;
  readonly parts: OperationParts;
}

/** A request that anyone may send. */
export interface OpenCall<Body> {
  readonly request: HttpRequest;
  readonly body: Body;
  readonly subject: RequestSubject;
  readonly parts: OperationParts;
}

export type AccountHandler = (call: AccountCall) => Promise<HttpReply>;
export type OpenHandler = (request: HttpRequest, subject: RequestSubject) => Promise<HttpReply>;

/** The request id of a request with a key, so that a repeat has no further effect. */
export function requestOf(attempt: Attempt | undefined): { readonly requestId?: string } {
  return attempt === undefined ? {} : { requestId: attempt.requestId };
}

/** Is aborted when the client goes away, and when another process answers the request. */
export function signalOf({
  request,
  attempt,
}: Pick<OperationCall<unknown, unknown>, 'request' | 'attempt'>): AbortSignal {
  return attempt === undefined ? request.signal : AbortSignal.any([request.signal, attempt.signal]);
}

/**
 * Reads the body of a request. The caller was admitted when the headers came. A slow client may send the body much later. Unless the whole
 * body came with the headers, the caller is therefore authenticated again behind the body, and `caller` is the result.
 */
export async function readBody<Shape extends z.ZodObject>(
  { access, caller, request }: Pick<AccountCall, 'access' | 'caller' | 'request'>,
  values: JsonValues<Shape>,
  maxJsonBytes: number,
): Promise<{ readonly body: z.output<Shape>; readonly caller: Caller }> {
  // Asked before the body is read, since afterwards every body is whole.
  const wasWhole = request.isWhole;
  const body = await values.read(request, maxJsonBytes);
  return { body, caller: wasWhole ? caller : await access.confirm() };
}

/** The parts that the operations of a contract use. */
export interface OperationParts {
  readonly service: VerificationService;
  /** Undefined if nobody may register. */
  readonly accounts: AccountRegistry | undefined;
  readonly tokens: AccountTokens | null;
  readonly webhooks: ContractWebhooks | null;
  readonly clock: Clock;
  readonly maxJsonBytes: number;
  readonly maxFormBytes: number;
  readonly keptUploads: KeptUploads;
  /** The interval of heartbeats in a stream, and at which the caller's access is confirmed during a transfer. */
  readonly heartbeatMs: number;
  readonly stallTimeoutMs: number;
  /** Aborted when event streams have to end, and no further one may begin. */
  readonly closing: AbortSignal;
  /** An event stream has a slot until it ends. */
  readonly streams: AccountSlots;
  /** A download has a slot until its last piece is taken. */
  readonly downloads: AccountSlots;
  readonly compressDownloads: boolean;
  /** The reply with the description of the contract, as OpenAPI. */
  description(): HttpReply;
}
