import { REPLY_EXAMPLES } from './examples.js';
import { type OpenApiVersion, schemaOf, type WireSchema } from './json-schemas.js';
import type { RouteContent } from './route.js';
import type { OperationName } from './routes.js';

export interface MediaObject {
  readonly schema: WireSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** The content of an operation's reply, by media type. */
export function replyContent(
  name: OperationName,
  content: Readonly<Record<string, RouteContent>>,
  version: OpenApiVersion,
): Record<string, MediaObject> {
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, shape]) => [
      mediaType,
      { schema: contentSchema(shape, version), ...exampleOf(REPLY_EXAMPLES[name]) },
    ]),
  );
}

function contentSchema(shape: RouteContent, version: OpenApiVersion): WireSchema {
  if (shape === 'text') return { type: 'string' };
  return shape === 'bytes' ? BYTES[version] : schemaOf(shape, version);
}

export const BYTES = {
  '3.1': { type: 'string', contentMediaType: 'application/octet-stream' },
  '3.0': { type: 'string', format: 'binary' },
} as const satisfies Record<OpenApiVersion, WireSchema>;

export function exampleOf(example: unknown): { example?: unknown } {
  return example === undefined ? {} : { example };
}
