import type { ErrorCode, Scope } from '@dialproof/core/model';
import type { z } from 'zod';

/** A request's body. Of a form, `shape` has the fields beside the file, which is in a field named `file`. */
export interface RouteBody {
  readonly mediaType: 'application/json' | 'multipart/form-data';
  readonly shape: z.ZodObject;
}

/** What a reply carries: JSON of a shape, text, or bytes. */
export type RouteContent = z.ZodType | 'text' | 'bytes';

/** A reply of an operation that succeeds. */
export interface RouteReply {
  readonly status: 200 | 201 | 202 | 204 | 304;
  readonly description: string;
  /** By media type; empty where there is no body. */
  readonly content: Readonly<Record<string, RouteContent>>;
  /**
   * The headers that it always has, by name, and what they say. Every reply has `Cache-Control: no-store` unless its own stands here;
   * those of the content and of the connection go without saying.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** The headers that it has at times. */
  readonly optionalHeaders?: Readonly<Record<string, string>>;
}

/** One thing that can be asked for over HTTP. */
export interface RouteDescription {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the mount. One segment at most is in braces: the id of the item that the operation is about. */
  readonly path: `/v1/${string}`;
  /** Who may ask: anyone, or whoever is authenticated. The operations of one path have the same access. */
  readonly access: 'open' | 'account';
  /** What the caller's credentials have to be good for, where they are not good for everything. Null where anyone may ask. */
  readonly scope: Scope | null;
  readonly summary: string;
  readonly body?: RouteBody;
  readonly query?: z.ZodObject;
  /** What its headers may ask for, by name, beside those of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly reply: RouteReply;
  /** What else it may be answered with, where there is nothing to send. */
  readonly emptyReplies?: readonly RouteReply[];
  /** Whether it only looks: a POST that changes nothing needs no `Idempotency-Key`, and takes none. Default false. */
  readonly isReadOnly?: boolean;
  /** Whether it takes an `Idempotency-Key`, where it is a POST of an account that changes something. Default true. */
  readonly takesKey?: boolean;
  /** The codes that it may be refused with, beside those of every operation: see `errorCodes`. */
  readonly errors: readonly ErrorCode[];
}
