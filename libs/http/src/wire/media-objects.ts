import type { OperationReply } from '../operations/definition/content.js';
import { type OpenApiVersion, schemaOf, type WireSchema } from './json-schemas.js';

export interface MediaObject {
  readonly schema: WireSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** The content of a reply, by media type. */
export function replyContent(
  reply: OperationReply,
  version: OpenApiVersion,
): Readonly<Record<string, MediaObject>> {
  switch (reply.kind) {
    case 'json': {
      const { shape, example } = reply;
      const media = { schema: schemaOf(shape, version), ...(example === undefined ? {} : { example }) };
      return { 'application/json': media };
    }
    case 'empty':
      return {};
    case 'stream': {
      const schemas = {
        text: { type: 'string' },
        bytes: BYTES[version],
        object: { type: 'object' },
      } as const;
      return Object.fromEntries(
        Object.entries(reply.content).map(([mediaType, content]) => [
          mediaType,
          { schema: schemas[content] },
        ]),
      );
    }
    default:
      return reply satisfies never;
  }
}

export const BYTES = {
  '3.1': { type: 'string', contentMediaType: 'application/octet-stream' },
  '3.0': { type: 'string', format: 'binary' },
} as const satisfies Record<OpenApiVersion, WireSchema>;
