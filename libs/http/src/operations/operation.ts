import type { AccountId } from '@dialproof/core';
import type { HttpReply, HttpRequest } from '../message/http-message.js';
import type { Once } from '../replays/once.js';
import type { LastingAccess } from '../sign-in/lasting-access.js';
import type { OperationName, ROUTES } from '../wire/routes.js';

/** A request of whoever is authenticated. */
export interface AccountCall {
  readonly request: HttpRequest;
  readonly accountId: AccountId;
  /** Through which whatever changes something is done: a POST may have an `Idempotency-Key`. */
  readonly once: Once;
  /** Whether the caller may still do this, for what lasts. */
  readonly access: LastingAccess;
}

/** A request about an item of whoever is authenticated. */
export interface ItemCall extends AccountCall {
  /** What the path has in its braces, decoded; empty where the path has none. */
  readonly id: string;
}

export type OpenHandler = (request: HttpRequest) => Promise<HttpReply>;
export type AccountHandler = (call: ItemCall) => Promise<HttpReply>;

type NamesWith<Access> = {
  [Name in OperationName]: (typeof ROUTES)[Name]['access'] extends Access ? Name : never;
}[OperationName];

/** What answers the operations. The path of an operation that nobody answers is the host's. */
export interface Handlers {
  readonly open: { readonly [Name in NamesWith<'open'>]?: OpenHandler };
  readonly account: { readonly [Name in NamesWith<'account'>]: AccountHandler };
}
