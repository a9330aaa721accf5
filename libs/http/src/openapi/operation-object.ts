import type { z } from 'zod';
import type { Operation } from '../operations/definition/define-operation.js';
import { itemSegment, requiredParameters } from '../operations/definition/operation-errors.js';
import { OPERATIONS, type OperationName } from '../operations/operations.js';
import {
  BYTES,
  type MediaObject,
  type OpenApiVersion,
  propertySchemas,
  schemaOf,
  type WireSchema,
} from './json-schemas.js';
import { type ResponseObject, responseObjects } from './response-objects.js';

/** An operation in the form of OpenAPI, with references to {@link componentSchemas}. */
export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly ParameterObject[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, MediaObject>>;
  };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: WireSchema;
  /** How a list is written. */
  readonly style?: 'form';
  readonly explode?: boolean;
}

export function describeOperation(
  name: OperationName,
  version: OpenApiVersion = '3.1',
  {
    remembersKeys = true,
    countsRequests = false,
  }: { readonly remembersKeys?: boolean; readonly countsRequests?: boolean } = {},
): OperationObject {
  const operation: Operation = OPERATIONS[name];
  const { summary, access, scope, path, query, headers, body, form, tag } = operation;
  const takesKey = remembersKeys && operation.takesKey;
  const isCounted = countsRequests && (access === 'account' || name === 'register');
  return {
    operationId: name,
    summary,
    ...(scope === null ? {} : { description: `Needs the scope ${scope}, unless the token has all scopes.` }),
    tags: [tag],
    security: access === 'open' ? [] : [{ bearer: [] }],
    parameters: [
      ...pathParameters(path),
      ...(query === undefined ? [] : queryParameters(query, version)),
      ...Object.entries(headers ?? {}).map(([header, description]) => headerParameter(header, description)),
      ...(takesKey ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body === undefined && form === undefined ? {} : { requestBody: requestBody(operation, version) }),
    responses: responseObjects(operation, version, { isRemembered: takesKey, isCounted }),
  };
}

function headerParameter(name: string, description: string): ParameterObject {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

const IDEMPOTENCY_KEY: ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A repeat with the same key within 24 hours is not done again: it gets the same answer, with Idempotency-Replayed: true',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function pathParameters(path: string): ParameterObject[] {
  const segment = itemSegment(path);
  if (segment === undefined) return [];
  const description = 'The id that the server gave the item';
  return [
    { name: segment.slice(1, -1), in: 'path', required: true, description, schema: { type: 'string' } },
  ];
}

function queryParameters(query: z.ZodObject, version: OpenApiVersion): ParameterObject[] {
  return Object.entries(propertySchemas(query, version)).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: requiredParameters(query).includes(name),
    description: String(description),
    schema,
    ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
  }));
}

function requestBody({ body, form }: Pick<Operation, 'body' | 'form'>, version: OpenApiVersion) {
  const bodies = [body, form].flatMap((one) => (one === undefined ? [] : [one]));
  const content = bodies.map((one): [string, MediaObject] => [
    one.mediaType,
    one.mediaType === 'application/json'
      ? { schema: schemaOf(one.shape, version), example: one.example }
      : { schema: uploadForm(one.shape, version) },
  ]);
  return { required: body !== undefined, content: Object.fromEntries(content) };
}

function uploadForm(shape: z.ZodObject, version: OpenApiVersion): WireSchema {
  const description = 'The file. The other fields come before it. upload_id may name a kept file instead';
  const required = requiredParameters(shape);
  return {
    type: 'object',
    properties: { ...propertySchemas(shape, version), file: { ...BYTES[version], description } },
    ...(required.length === 0 ? {} : { required }),
  };
}
