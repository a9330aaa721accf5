import { z } from 'zod';
import type { Operation } from '../operations/definition/define-operation.js';
import { OPERATIONS } from '../operations/operations.js';
import { fileFactsShape } from '../operations/tasks/task-shape.js';
import { fileSettings } from '../uploads/file-settings.js';
import { componentName, components } from '../wire/common-shapes.js';

/** A JSON schema. */
export type WireSchema = Readonly<Record<string, unknown>>;

/** OpenAPI 3.1 uses JSON Schema unchanged, OpenAPI 3.0 a dialect of its own. */
export type OpenApiVersion = '3.1' | '3.0';

/** The named schemas of every body and answer. */
export function componentSchemas(version: OpenApiVersion): Readonly<Record<string, WireSchema>> {
  const others = new Set<z.core.$ZodType | undefined>([
    // The parts that others have in common.
    fileFactsShape,
    fileSettings,
    ...Object.values<Operation>(OPERATIONS).flatMap(({ query, body, form }) => [
      query,
      form?.shape,
      body?.mediaType === 'multipart/form-data' ? body.shape : undefined,
    ]),
  ]);
  // The properties of queries and forms are described one by one, as parameters and fields.
  return Object.fromEntries(
    components()
      .filter(([shape]) => schemaName(shape) !== undefined && !others.has(shape))
      .map(([shape, name]) => [name, inlineSchema(shape, version)]),
  );
}

/** The schema of a shape: a reference if it has a name. */
export function schemaOf(shape: z.ZodType, version: OpenApiVersion): WireSchema {
  const name = schemaName(shape);
  return name === undefined ? inlineSchema(shape, version) : { $ref: `#/components/schemas/${name}` };
}

/** The name of an object. Values of a closed set stand where they are used: readers see them there. */
function schemaName(shape: z.core.$ZodType): string | undefined {
  return shape instanceof z.ZodObject ? componentName(shape) : undefined;
}

/** The schemas of an object's properties; those of a query or a form are all optional. */
export function propertySchemas(
  shape: z.ZodObject,
  version: OpenApiVersion,
): Readonly<Record<string, WireSchema>> {
  return Object(inlineSchema(shape, version)['properties']);
}

function inlineSchema(shape: z.core.$ZodType, version: OpenApiVersion): WireSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    target: version === '3.1' ? 'draft-2020-12' : 'openapi-3.0',
    // A body may have unknown fields.
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      // The format says the same as a pattern of 300 characters.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      // Later versions may add members to replies, which generated clients have to accept.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      const name = schemaName(zodSchema);
      if (name === undefined || zodSchema === shape) return;
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      jsonSchema.$ref = `#/components/schemas/${name}`;
    },
  });
  return schema;
}

export interface MediaObject {
  readonly schema: WireSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** The schema of bytes. */
export const BYTES = {
  '3.1': { type: 'string', contentMediaType: 'application/octet-stream' },
  '3.0': { type: 'string', format: 'binary' },
} as const satisfies Record<OpenApiVersion, WireSchema>;
