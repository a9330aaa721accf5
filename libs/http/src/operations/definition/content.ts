import type { ErrorCode } from '@dialproof/core';
import type { z } from 'zod';
import { type ServiceValue, toWire } from '../../wire/wire-values.js';

/** A request's body that is a JSON object. */
export interface JsonBody<Shape extends z.ZodObject = z.ZodObject> {
  readonly mediaType: 'application/json';
  readonly shape: Shape;
  readonly example: z.input<Shape>;
  /** The codes of fields that are wrong or missing. Default of each: `malformed_request`. */
  readonly refusals?: Readonly<Record<string, ErrorCode>>;
}

/** A form with a file in the field `file`, and fields of these settings before it. The query may have the same settings. */
export interface FileForm<Settings extends z.ZodObject = z.ZodObject> {
  readonly mediaType: 'multipart/form-data';
  readonly shape: Settings;
  /** Whether other settings, in the form or the query, are refused, as JSON of a strict shape is. Default false. */
  readonly isStrict?: boolean;
}

export type OperationBody = JsonBody | FileForm;

/** A reply of an operation that succeeds. */
interface DescribedReply {
  readonly description: string;
  /**
   * The headers that it always has, by name, with their meaning. Every reply has `Cache-Control: no-store` unless another value is given
   * here; headers of the content and the connection are not listed.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** The headers that it sometimes has. */
  readonly optionalHeaders?: Readonly<Record<string, string>>;
}

/** JSON of a shape. The operation returns a value of the service, from which the JSON is made. */
export interface JsonReply<Shape extends z.ZodType = z.ZodType, Result = ServiceValue<Shape>>
  extends DescribedReply {
  readonly kind: 'json';
  readonly status: 200 | 201 | 202;
  readonly shape: Shape;
  /** Undefined if a value is too large for an example. */
  readonly example?: z.output<Shape>;
  convert(result: Result): z.output<Shape>;
}

/** The same, or a .csv where the query asks for that: the operation makes the whole reply in both cases. */
export interface JsonOrCsvReply<Shape extends z.ZodType = z.ZodType>
  extends Omit<JsonReply<Shape>, 'convert' | 'kind'> {
  readonly kind: 'json-or-csv';
}

/** No body. */
export interface EmptyReply extends DescribedReply {
  readonly kind: 'empty';
  readonly status: 204 | 304;
}

/** Bytes, text or an unspecified object in one of these media types. The operation returns the whole reply. */
export interface StreamReply extends DescribedReply {
  readonly kind: 'stream';
  readonly status: 200;
  readonly content: Readonly<Record<string, 'text' | 'bytes' | 'object'>>;
}

export type OperationReply = JsonReply | JsonOrCsvReply | EmptyReply | StreamReply;

/** Defines a reply with JSON of this shape. `convert`: default that of the shape. */
export function json<Shape extends z.ZodType, Result = ServiceValue<Shape>>(
  status: JsonReply['status'],
  reply: Omit<JsonReply<Shape>, 'convert' | 'kind' | 'status'>,
  // The default is for values that the shape says.
  convert = toWire(reply.shape) as (result: Result) => z.output<Shape>,
): JsonReply<Shape, Result> {
  return { kind: 'json', status, ...reply, convert };
}

/** Defines a reply with JSON of this shape, or a .csv. */
export function jsonOrCsv<Shape extends z.ZodType>(
  status: JsonReply['status'],
  reply: Omit<JsonOrCsvReply<Shape>, 'kind' | 'status'>,
): JsonOrCsvReply<Shape> {
  return { kind: 'json-or-csv', status, ...reply };
}

/** Defines a body with JSON of this shape. */
export function jsonBody<Shape extends z.ZodObject>(
  body: Omit<JsonBody<Shape>, 'mediaType'>,
): JsonBody<Shape> {
  return { mediaType: 'application/json', ...body };
}

export function fileForm<Settings extends z.ZodObject>(
  shape: Settings,
  more: Pick<FileForm, 'isStrict'> = {},
): FileForm<Settings> {
  return { mediaType: 'multipart/form-data', shape, ...more };
}

export function noContent(description: string): EmptyReply {
  return { kind: 'empty', status: 204, description };
}
