import type { AccountId, ErrorCode } from '@dialproof/core';
import type { HttpReply, HttpRequest } from '../message/http-message.js';
import type { Once } from '../replays/once.js';
import type { Caller } from '../sign-in/bearer.js';
import type { LastingAccess } from '../sign-in/lasting-access.js';
import type { OperationName, ROUTES } from '../wire/routes.js';

/** Whom and what a request turns out to be about while it is answered, for the observer. */
export interface RequestSubject {
  /**
   * Who asked, also where the account is suspended or its token lacks the scope; for `register`, the account that was opened. Undefined
   * where nobody is known.
   */
  accountId: AccountId | undefined;
  /**
   * What the path names, as the caller wrote it, or the webhook that the request has made. Undefined where there is neither, so for a repeat
   * that got the reply of before.
   */
  itemId: string | undefined;
  /**
   * With which code the caller was refused before anything else about the request was judged: `not_authenticated`, `account_suspended`,
   * `forbidden`, or `too_many_requests` where too many sign-ins of its address have failed. Undefined for everybody else.
   */
  refusedSignIn: ErrorCode | undefined;
}

/** A request of whoever is authenticated. */
export interface AccountCall {
  readonly request: HttpRequest;
  readonly accountId: AccountId;
  /** Who asks, and what their credentials are good for. */
  readonly caller: Caller;
  /** Through which whatever changes something is done: a POST may have an `Idempotency-Key`. */
  readonly once: Once;
  /** Whether the caller may still do this, for what lasts. */
  readonly access: LastingAccess;
  /** Where an operation says what it has made. */
  readonly subject: RequestSubject;
}

/** A request about an item of whoever is authenticated. */
export interface ItemCall extends AccountCall {
  /** What the path has in its braces, decoded; empty where the path has none. */
  readonly id: string;
}

export type OpenHandler = (request: HttpRequest, subject: RequestSubject) => Promise<HttpReply>;
export type AccountHandler = (call: ItemCall) => Promise<HttpReply>;

type NamesWith<Access> = {
  [Name in OperationName]: (typeof ROUTES)[Name]['access'] extends Access ? Name : never;
}[OperationName];

/** What answers the operations. The path of an operation that nobody answers is the host's. */
export interface Handlers {
  readonly open: { readonly [Name in NamesWith<'open'>]?: OpenHandler };
  readonly account: { readonly [Name in NamesWith<'account'>]: AccountHandler };
}
