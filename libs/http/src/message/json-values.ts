import { DialproofError, type ErrorCode, withoutNumbers } from '@dialproof/core';
import { z } from 'zod';
import type { HttpRequest } from './http-message.js';
import { readJsonObject } from './json-body.js';

/** A value that is quoted back may have a page of text. */
const MAX_QUOTED_CHARS = 40;

/** Reads JSON bodies by the shape that they are to have, as `TextValues` reads queries and forms. */
export class JsonValues<Shape extends z.ZodObject> {
  readonly #shape: Shape;
  readonly #codes: Readonly<Record<string, ErrorCode>>;

  /** `codes`: those of fields that are wrong or missing, where it is not `malformed_request`. */
  constructor(shape: Shape, codes: Readonly<Record<string, ErrorCode>> = {}) {
    this.#shape = shape;
    this.#codes = codes;
  }

  /** Codes: those of the constructor and `malformed_request`, with a hint that says what was found and expected, and those of {@link readJsonObject}. */
  async read(request: HttpRequest, maxBytes: number): Promise<z.output<Shape>> {
    const body = await readJsonObject(request, maxBytes);
    const { data, error } = this.#shape.safeParse(body);
    if (error === undefined) return data;
    const path = error.issues[0]?.path ?? [];
    const code = this.#codes[String(path[0])] ?? 'malformed_request';
    throw new DialproofError(code, { hint: this.#hint(body, path) });
  }

  #hint(body: object, path: readonly PropertyKey[]): string {
    let value: unknown = body;
    let schema: z.core.JSONSchema.JSONSchema = z.toJSONSchema(this.#shape, { io: 'input' });
    let name = '';
    for (const key of path) {
      value = Reflect.get(Object(value), key);
      schema = Object(typeof key === 'number' ? schema.items : schema.properties?.[String(key)]);
      name += typeof key === 'number' ? `[${key}]` : String(key);
    }
    const expected = expectedValue(schema);
    return value === undefined
      ? `the body has no "${name}", which must be ${expected}`
      : `the body's "${name}" must be ${expected}, not ${quoted(value)}`;
  }
}

function quoted(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'number') return 'a number';
  const text = withoutNumbers(JSON.stringify(value));
  return text.length <= MAX_QUOTED_CHARS ? text : `${text.slice(0, MAX_QUOTED_CHARS)}...`;
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** What a value must be by its JSON schema, in words that follow `must be`. */
export function expectedValue(schema: JsonSchema): string {
  const { type, enum: allowed, format, minimum, maximum, minLength, maxLength } = schema;
  if (allowed !== undefined) return `one of ${allowed.join(', ')}`;
  if (format === 'date-time') return 'a time in UTC, such as 2026-01-02T03:04:05Z';
  switch (type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
        ? `a whole number from ${minimum}`
        : `a whole number from ${minimum} to ${maximum}`;
    case 'array':
      return `a list with at least one of ${allowedItems(schema)}`;
    default:
      return maxLength === undefined ? 'text' : `text of ${minLength ?? 0} to ${maxLength} characters`;
  }
}

/** What the items of a list may be. */
export function allowedItems({ items }: JsonSchema): string {
  return Object(items).enum.join(', ');
}
