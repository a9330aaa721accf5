import { z } from 'zod';
import * as shapes from './shapes.js';

/** A JSON schema. */
export type WireSchema = Readonly<Record<string, unknown>>;

/** OpenAPI 3.1 uses JSON Schema unchanged, OpenAPI 3.0 a dialect of its own. */
export type OpenApiVersion = '3.1' | '3.0';

/** By the name of each: `taskShape` is Task, `verifyBody` is VerifyRequest. */
const COMPONENTS: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(shapes).map(([name, shape]) => [componentName(name), shape]),
);

const NAMES: ReadonlyMap<z.core.$ZodType, string> = new Map(
  [...COMPONENTS].map(([name, shape]) => [shape, name]),
);

function componentName(exported: string): string {
  const name = exported.replace(/Shape$/, '').replace(/Body$/, 'Request');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The named schemas of every body and answer. */
export function componentSchemas(version: OpenApiVersion): Readonly<Record<string, WireSchema>> {
  return Object.fromEntries([...COMPONENTS].map(([name, shape]) => [name, inlineSchema(shape, version)]));
}

/** The schema of a shape: a reference if it has a name. */
export function schemaOf(shape: z.ZodType, version: OpenApiVersion): WireSchema {
  const name = NAMES.get(shape);
  return name === undefined ? inlineSchema(shape, version) : { $ref: `#/components/schemas/${name}` };
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
      // Their format says it, and says it in fewer than 300 characters.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      // Answers may grow, and clients that are made from this have to bear it.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      const name = NAMES.get(zodSchema);
      if (name === undefined || zodSchema === shape) return;
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      jsonSchema.$ref = `#/components/schemas/${name}`;
    },
  });
  return schema;
}
