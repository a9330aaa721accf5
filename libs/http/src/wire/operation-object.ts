import type { ErrorCode } from '@dialproof/core/model';
import { ERROR_STATUS } from './error-status.js';
import { REPLY_EXAMPLES, REQUEST_EXAMPLES } from './examples.js';
import { type OpenApiVersion, propertySchemas, schemaOf, type WireSchema } from './json-schemas.js';
import type { RouteBody, RouteContent, RouteDescription } from './route.js';
import { errorCodes, itemSegment, type OperationName, ROUTES, takesIdempotencyKey } from './routes.js';

/** An operation in the words of OpenAPI, with references to {@link componentSchemas}. */
export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly ParameterObject[];
  readonly requestBody?: { readonly required: true; readonly content: Readonly<Record<string, MediaObject>> };
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

export interface MediaObject {
  readonly schema: WireSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: WireSchema }>>;
  readonly content?: Readonly<Record<string, MediaObject>>;
}

export function describeOperation(
  name: OperationName,
  version: OpenApiVersion = '3.1',
  { remembersKeys = true }: { readonly remembersKeys?: boolean } = {},
): OperationObject {
  const { summary, access, path, query, headers, body, reply }: RouteDescription = ROUTES[name];
  return {
    operationId: name,
    summary,
    tags: [tagOf(path)],
    security: access === 'open' ? [] : [{ bearer: [] }],
    parameters: [
      ...pathParameters(path),
      ...(query === undefined ? [] : queryParameters(propertySchemas(query, version))),
      ...Object.entries(headers ?? {}).map(([header, description]) => headerParameter(header, description)),
      ...(remembersKeys && takesIdempotencyKey(name) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body === undefined ? {} : { requestBody: requestBody(name, body, version) }),
    responses: {
      [reply.status]: {
        description: reply.description,
        ...(reply.headers === undefined ? {} : { headers: headerObjects(reply.headers) }),
        ...(Object.keys(reply.content).length === 0
          ? {}
          : { content: replyContent(name, reply.content, version) }),
      },
      ...errorResponses(errorCodes(name)),
    },
  };
}

function headerParameter(name: string, description: string): ParameterObject {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

function headerObjects(headers: Readonly<Record<string, string>>): NonNullable<ResponseObject['headers']> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
}

const IDEMPOTENCY_KEY: ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Has the request done once, however often it is repeated within 24 hours: a repeat is answered alike, with Idempotency-Replayed: true',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function tagOf(path: string): string {
  if (path === ROUTES.verify.path) return 'numbers';
  if (path === ROUTES.describe.path) return 'service';
  if (path.startsWith(ROUTES.listWebhooks.path)) return 'webhooks';
  return path.startsWith('/v1/verify/') ? 'tasks' : 'account';
}

function pathParameters(path: string): ParameterObject[] {
  const segment = itemSegment(path);
  if (segment === undefined) return [];
  const description = 'As it was given when the item was made';
  return [
    { name: segment.slice(1, -1), in: 'path', required: true, description, schema: { type: 'string' } },
  ];
}

function queryParameters(properties: Readonly<Record<string, WireSchema>>): ParameterObject[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: false,
    description: String(description),
    schema,
    ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
  }));
}

function requestBody(name: OperationName, { mediaType, shape }: RouteBody, version: OpenApiVersion) {
  const media: MediaObject =
    mediaType === 'application/json'
      ? { schema: schemaOf(shape, version), ...exampleOf(REQUEST_EXAMPLES[name]) }
      : { schema: uploadForm(propertySchemas(shape, version), version) };
  return { required: true, content: { [mediaType]: media } } as const;
}

function uploadForm(fields: Readonly<Record<string, WireSchema>>, version: OpenApiVersion): WireSchema {
  const file = { ...BYTES[version], description: 'The file; the other fields come before it' };
  return { type: 'object', properties: { ...fields, file }, required: ['file'] };
}

const BYTES = {
  '3.1': { type: 'string', contentMediaType: 'application/octet-stream' },
  '3.0': { type: 'string', format: 'binary' },
} as const satisfies Record<OpenApiVersion, WireSchema>;

function replyContent(
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

function exampleOf(example: unknown): { example?: unknown } {
  return example === undefined ? {} : { example };
}

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds after which to try again, where that is known',
    schema: { type: 'integer', minimum: 1 },
  },
};

function errorResponses(errors: readonly ErrorCode[]): Record<string, ResponseObject> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errors) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        ...(status === 429 || status === 503 || codes.includes('request_in_progress')
          ? { headers: RETRY_AFTER }
          : {}),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(codes.map((code) => [code, { value: { detail: code } }])),
          },
        },
      },
    ]),
  );
}
