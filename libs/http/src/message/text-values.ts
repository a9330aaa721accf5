import { DialproofError } from '@dialproof/core';
import { z } from 'zod';
import { allowedItems, expectedValue, quoted } from './json-values.js';

/** Reads the text of one value, and describes the allowed values for refusals. */
interface TextValue {
  readonly parse: (text: string) => unknown;
  readonly expected: string;
}

/** Reads the texts of a query or a form, and checks their shape. */
export class TextValues<Shape extends z.ZodObject> {
  readonly names: readonly (keyof z.output<Shape> & string)[];
  readonly #shape: Shape;
  readonly #values: ReadonlyMap<string, TextValue>;

  constructor(shape: Shape) {
    this.#shape = shape;
    const { properties = {} } = z.toJSONSchema(shape, { io: 'input' });
    this.names = Object.keys(properties);
    this.#values = new Map(
      Object.entries(properties).map(([name, schema]) => [name, textValue(Object(schema))]),
    );
  }

  /** Code: `malformed_request`, with a hint that begins with `where`, such as `the query's `. */
  read(given: ReadonlyMap<string, string>, where = ''): z.output<Shape> {
    const values: Record<string, unknown> = {};
    for (const [name, text] of given) values[name] = this.#values.get(name)?.parse(text);
    const { data, error } = this.#shape.safeParse(values);
    if (error === undefined) return data;
    // The shapes have no rule that spans two values, so each issue is about one of them.
    const name = String(error.issues[0]?.path[0]);
    if (!given.has(name))
      throw new DialproofError('malformed_request', { hint: `${where}"${name}" is missing` });
    throw new DialproofError('malformed_request', {
      hint: `${where}"${name}" must be ${this.#values.get(name)?.expected}, not ${quoted(given.get(name))}`,
    });
  }
}

/** The parameters of a query that have one of these names; others are ignored. A name that comes twice is `malformed_request`. */
export function queryParameters<Name extends string>(
  query: string,
  names: readonly Name[],
): ReadonlyMap<Name, string> {
  const found = new Map<Name, string>();
  if (query === '') return found;
  const parameters = new URLSearchParams(query);
  for (const name of names) {
    const values = parameters.getAll(name);
    if (values.length > 1) {
      throw new DialproofError('malformed_request', { hint: `the query has "${name}" twice` });
    }
    if (values[0] !== undefined) found.set(name, values[0]);
  }
  return found;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function textValue(schema: z.core.JSONSchema.JSONSchema): TextValue {
  const expected = expectedValue(schema);
  switch (schema.type) {
    case 'boolean':
      return { parse: (text) => BOOLEANS.get(text) ?? text, expected };
    case 'integer':
      // Stricter than `Number`, which also reads `1e1` and an empty text.
      return { parse: (text) => (/^\d+$/.test(text) ? Number(text) : text), expected };
    case 'array': {
      const none = schema.uniqueItems ? ' and none twice' : '';
      return {
        parse: (text) => text.split(','),
        expected: `one or more, with commas${none}, of ${allowedItems(schema)}`,
      };
    }
    default:
      return { parse: (text) => text, expected };
  }
}
