import type { AccountId, ErrorCode } from '@dialproof/core';
import type { HttpReply, HttpRequest } from '../message/http-message.js';
import type { Once } from '../replays/once.js';
import type { Caller } from '../sign-in/bearer.js';
import type { LastingAccess } from '../sign-in/lasting-access.js';
import type { OperationName, ROUTES } from '../wire/routes.js';

/** The account and the item of a request, as they become known while it is answered, for the observer. */
export interface RequestSubject {
  /**
   * The caller's account, even if it is suspended or its token lacks the scope; for `register`, the opened account. Undefined if no account
   * is known.
   */
  accountId: AccountId | undefined;
  /**
   * The item in the path, as the caller wrote it, or the webhook that the request has made. Undefined if there is neither, as for a repeat
   * that got the earlier reply.
   */
  itemId: string | undefined;
  /**
   * The code with which the caller was refused before anything else about the request was checked: `not_authenticated`,
   * `cross_site_request`, `account_suspended`, `forbidden`, or `too_many_requests` if too many sign-ins of its address have failed. Otherwise undefined.
   */
  refusedSignIn: ErrorCode | undefined;
}

/** A request of an authenticated caller. */
export interface AccountCall {
  readonly request: HttpRequest;
  readonly accountId: AccountId;
  /** The caller, with the scopes of its credentials. */
  readonly caller: Caller;
  /** Through which whatever changes something is done: a POST may have an `Idempotency-Key`. */
  readonly once: Once;
  /** The caller's access, for requests that last. */
  readonly access: LastingAccess;
  /** Receives the item that the operation has made. */
  readonly subject: RequestSubject;
}

/** A request of an authenticated caller about an item. */
export interface ItemCall extends AccountCall {
  /** The id of the item in the path, decoded; empty if the path has none. */
  readonly id: string;
}

export type OpenHandler = (request: HttpRequest, subject: RequestSubject) => Promise<HttpReply>;
export type AccountHandler = (call: ItemCall) => Promise<HttpReply>;

type NamesWith<Access> = {
  [Name in OperationName]: (typeof ROUTES)[Name]['access'] extends Access ? Name : never;
}[OperationName];

/** The handlers of the operations. The path of an operation without a handler is the host's. */
export interface Handlers {
  readonly open: { readonly [Name in NamesWith<'open'>]?: OpenHandler };
  readonly account: { readonly [Name in NamesWith<'account'>]: AccountHandler };
}
