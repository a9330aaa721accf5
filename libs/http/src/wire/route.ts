import type { ErrorCode, Scope } from '@dialproof/core/model';
import type { z } from 'zod';

/** A request's body. Of a form, `shape` has the fields beside the file, which is in a field named `file`. */
export interface RouteBody {
  readonly mediaType: 'application/json' | 'multipart/form-data';
  readonly shape: z.ZodObject;
}

/** The content of a reply: JSON of a shape, text, or bytes. */
export type RouteContent = z.ZodType | 'text' | 'bytes';

/** A reply of an operation that succeeds. */
export interface RouteReply {
  readonly status: 200 | 201 | 202 | 204 | 304;
  readonly description: string;
  /** By media type; empty if there is no body. */
  readonly content: Readonly<Record<string, RouteContent>>;
  /**
   * The headers that it always has, by name, with their meaning. Every reply has `Cache-Control: no-store` unless another value is given
   * here; headers of the content and the connection are not listed.
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
  /** The allowed callers: anyone, or authenticated ones. The operations of one path have the same access. */
  readonly access: 'open' | 'account';
  /** The scope that credentials with scopes need. Null if anyone may call it. */
  readonly scope: Scope | null;
  readonly summary: string;
  readonly body?: RouteBody;
  readonly query?: z.ZodObject;
  /** Its request headers, by name, beside those of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly reply: RouteReply;
  /** Further replies without a body. */
  readonly emptyReplies?: readonly RouteReply[];
  /** Whether it only reads: a POST that changes nothing takes no `Idempotency-Key`. Default false. */
  readonly isReadOnly?: boolean;
  /** Whether it takes an `Idempotency-Key`, if it is a POST of an account that changes something. Default true. */
  readonly takesKey?: boolean;
  /** The codes that it may be refused with, beside those of every operation: see `errorCodes`. */
  readonly errors: readonly ErrorCode[];
}
