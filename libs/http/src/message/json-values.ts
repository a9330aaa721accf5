import { DialproofError, type ErrorCode, withoutNumbers } from '@dialproof/core';
import { z } from 'zod';
import {
  assertIdentityEncoding,
  hostBody,
  mediaType,
  wasReadByHost,
  wrongMediaType,
} from './body-headers.js';
import type { HttpRequest } from './http-message.js';

/** Longer values are shortened when a hint quotes them. */
const MAX_QUOTED_CHARS = 40;

/** Reads JSON bodies and checks their shape, as `TextValues` does for queries and forms. */
export class JsonValues<Shape extends z.ZodObject> {
  readonly #shape: Shape;
  readonly #codes: Readonly<Record<string, ErrorCode>>;

  /** `codes`: the codes of wrong or missing fields; the default is `malformed_request`. */
  constructor(shape: Shape, codes: Readonly<Record<string, ErrorCode>> = {}) {
    this.#shape = shape;
    this.#codes = codes;
  }

  /**
   * Codes: those of the constructor and `malformed_request`, with a hint that says what was found and expected, and those of
   * {@link readJsonObject}.
   */
  async read(request: HttpRequest, maxBytes: number): Promise<z.output<Shape>> {
    return this.check(await readJsonObject(request, maxBytes));
  }

  /** Checks a value that was read elsewhere. Codes: those of the constructor and `malformed_request`. */
  check(body: object): z.output<Shape> {
    const { data, error } = this.#shape.safeParse(body);
    if (error === undefined) return data;
    const [issue] = error.issues;
    if (issue?.code === 'unrecognized_keys') throw unknownField(issue);
    const path = issue?.path ?? [];
    const code = this.#codes[String(path[0])] ?? 'malformed_request';
    throw new DialproofError(code, { hint: this.#hint(body, path) });
  }

  #hint(body: object, path: readonly PropertyKey[]): string {
    let value: unknown = body;
    let schema: z.core.JSONSchema.JSONSchema = z.toJSONSchema(this.#shape, { io: 'input' });
    let name = '';
    for (const key of path) {
      value = Reflect.get(Object(value), key);
      schema = ofValue(schema);
      schema = Object(typeof key === 'number' ? schema.items : schema.properties?.[String(key)]);
      name += typeof key === 'number' ? `[${key}]` : `${name === '' ? '' : '.'}${String(key)}`;
    }
    const expected = expectedValue(ofValue(schema));
    return value === undefined
      ? `the body has no "${name}", which must be ${expected}`
      : `the body's "${name}" must be ${expected}, not ${quoted(value)}`;
  }
}

/** The schema of a value that is not null, where it may be null. */
function ofValue(schema: z.core.JSONSchema.JSONSchema): z.core.JSONSchema.JSONSchema {
  const { anyOf } = schema;
  return anyOf?.some((one) => Object(one).type === 'null')
    ? Object(anyOf.find((one) => Object(one).type !== 'null'))
    : schema;
}

function unknownField({
  keys,
  path,
}: {
  readonly keys: readonly string[];
  readonly path: readonly PropertyKey[];
}): DialproofError {
  const name = [...path, keys[0] ?? ''].map(String).join('.').slice(0, MAX_QUOTED_CHARS);
  return new DialproofError('malformed_request', {
    hint: `the body has "${withoutNumbers(name)}", which is not a field of this request`,
  });
}

/** A value in a hint, without the digits of a number that may be a phone number. */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const written = JSON.stringify(value);
  const text = withoutNumbers(written);
  if (text !== written && /^"?-?\d+"?$/.test(written))
    return `a number of ${written.match(/\d/g)?.length} digits`;
  return text.length <= MAX_QUOTED_CHARS ? text : `${text.slice(0, MAX_QUOTED_CHARS)}...`;
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** What a value must be by its JSON schema, in words that follow `must be`. */
export function expectedValue(schema: JsonSchema): string {
  const { anyOf, type, enum: allowed, format, minimum, maximum, minLength, maxLength } = schema;
  if (anyOf !== undefined) return anyOf.map((one) => expectedValue(Object(one))).join(', or ');
  if (allowed !== undefined) return `one of ${allowed.join(', ')}`;
  if (format === 'date-time') return 'a time in UTC, such as 2026-01-02T03:04:05Z';
  switch (type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
        ? `a whole number from ${minimum}`
        : `a whole number from ${minimum} to ${maximum}`;
    case 'object':
      return 'an object';
    case 'array':
      return Object(schema.items).enum === undefined
        ? `a list of ${schema.minItems} to ${schema.maxItems} texts`
        : `a list with at least one of ${allowedItems(schema)}`;
    default:
      return maxLength === undefined ? 'text' : `text of ${minLength ?? 0} to ${maxLength} characters`;
  }
}

/** The allowed items of a list, in words. */
export function allowedItems({ items }: JsonSchema): string {
  return Object(items).enum.join(', ');
}

/**
 * The request's body as a JSON object. Codes: `unsupported_media_type`, `request_too_large`, `malformed_request`,
 * `upload_interrupted` (the client went away; nobody sees it).
 */
async function readJsonObject(request: HttpRequest, maxBytes: number): Promise<object> {
  assertJson(request);
  assertLength(request, maxBytes);
  const value = wasReadByHost(request)
    ? fromHost(request, maxBytes)
    : parse((await collect(request, maxBytes)).toString());
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new DialproofError('malformed_request', { hint: 'the body must be a JSON object' });
}

function assertJson(request: HttpRequest): void {
  const type = mediaType(request);
  if (type !== 'application/json' && !(type.startsWith('application/') && type.endsWith('+json'))) {
    throw wrongMediaType(request, 'the body must come as application/json');
  }
  assertIdentityEncoding(request);
}

function assertLength(request: HttpRequest, maxBytes: number): void {
  const bytes = Number(request.header('content-length'));
  if (bytes > maxBytes) throw tooLarge(maxBytes);
  // The host's parser turns a missing body into an empty object.
  if (bytes === 0) throw new DialproofError('malformed_request', { hint: 'the body is empty' });
}

function fromHost(request: HttpRequest, maxBytes: number): unknown {
  const body = hostBody(request);
  if (body === undefined) throw bodyConsumed();
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) {
    assertWrittenLength(request, body, maxBytes);
    return body;
  }
  if (Buffer.byteLength(body) > maxBytes) throw tooLarge(maxBytes);
  return parse(body.toString());
}

/** The host has parsed a body of unknown length, so its JSON is measured instead. */
function assertWrittenLength(request: HttpRequest, parsed: unknown, maxBytes: number): void {
  if (request.header('content-length') !== undefined) return;
  if (Buffer.byteLength(JSON.stringify(parsed) ?? '') > maxBytes) throw tooLarge(maxBytes);
}

// Listeners instead of an async iterator: this is the path of every single verification, and it halves its cost.
function collect({ body }: HttpRequest, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (piece: Buffer | string) => {
      // Text where the host has set an encoding on the request.
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > maxBytes) stop(() => reject(tooLarge(maxBytes)));
    };
    const onEnd = () =>
      stop(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    const onBroken = () => stop(() => reject(new DialproofError('upload_interrupted')));
    const stop = (settle: () => void) => {
      body.pause().off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      settle();
    };
    body.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
    if (body.destroyed) onBroken();
  });
}

function parse(text: string): unknown {
  try {
    // RFC 8259, 8.1: a byte order mark may be ignored.
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    throw new DialproofError('malformed_request', { hint: 'the body is not valid JSON' });
  }
}

function bodyConsumed(): DialproofError {
  return new DialproofError('internal_error', {
    hint:
      'something in front of Dialproof has read the body and has left nothing that Dialproof can read: ' +
      'mount Dialproof before it, or have it leave the parsed body on the request',
  });
}

function tooLarge(maxBytes: number): DialproofError {
  return new DialproofError('request_too_large', { hint: `the body may have at most ${maxBytes} bytes` });
}
