import type { ErrorCode } from '@dialproof/core/model';
import type { OperationReply } from '../operations/definition/content.js';
import type { Operation } from '../operations/definition/define-operation.js';
import { ERROR_STATUS } from '../wire/error-status.js';
import { BYTES, type MediaObject, type OpenApiVersion, schemaOf, type WireSchema } from './json-schemas.js';

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, HeaderObject>>;
  readonly content?: Readonly<Record<string, MediaObject>>;
}

export interface HeaderObject {
  readonly description: string;
  /** Whether the reply always has it. */
  readonly required?: true;
  readonly schema: WireSchema;
}

/** The possible replies of an operation, by status. */
export function responseObjects(
  { reply, emptyReplies = [], errors }: Operation,
  version: OpenApiVersion,
  {
    isRemembered,
    isCounted,
  }: {
    /** Whether its replies are kept for requests with the same key. */
    readonly isRemembered: boolean;
    /** Whether its requests are counted against a rate. */
    readonly isCounted: boolean;
  },
): Record<string, ResponseObject> {
  const replies = [reply, ...emptyReplies].map((each) => {
    const headers = {
      ...headerObjects(each),
      ...(isRemembered ? IDEMPOTENCY_REPLAYED : {}),
      ...(isCounted ? RATE_LIMIT : {}),
    };
    return [each.status, responseObject(each.description, headers, replyContent(each, version))];
  });
  return { ...Object.fromEntries(replies), ...errorResponses(errors, isCounted) };
}

/** The content of a reply, by media type. */
function replyContent(reply: OperationReply, version: OpenApiVersion): Readonly<Record<string, MediaObject>> {
  switch (reply.kind) {
    case 'json':
    case 'json-or-csv': {
      const { shape, example } = reply;
      const media = { schema: schemaOf(shape, version), ...(example === undefined ? {} : { example }) };
      const csv = reply.kind === 'json' ? {} : { 'text/csv': { schema: BYTES[version] } };
      return { 'application/json': media, ...csv };
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

function headerObjects({ headers = {}, optionalHeaders = {} }: OperationReply): Record<string, HeaderObject> {
  const schema = { type: 'string' };
  return {
    ...mapValues(headers, (description) => ({ description, required: true as const, schema })),
    ...mapValues(optionalHeaders, (description) => ({ description, schema })),
  };
}

function mapValues<Value, Mapped>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

const IDEMPOTENCY_REPLAYED: Readonly<Record<string, HeaderObject>> = {
  'Idempotency-Replayed': {
    description: 'true, if an earlier request with this Idempotency-Key got this reply',
    schema: { type: 'string', enum: ['true'] },
  },
};

function errorResponses(errors: readonly ErrorCode[], isCounted: boolean): Record<string, ResponseObject> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errors) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      responseObject(
        codes.join(', '),
        { ...errorHeaders(status, codes), ...(isCounted && status === 429 ? RATE_LIMIT : {}) },
        {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(codes.map((code) => [code, { value: { detail: code } }])),
          },
        },
      ),
    ]),
  );
}

function errorHeaders(status: number, codes: readonly ErrorCode[]): Readonly<Record<string, HeaderObject>> {
  if (status === 401) return WWW_AUTHENTICATE;
  if (status === 405) return ALLOW;
  return status === 429 || status === 503 || codes.includes('request_in_progress') ? RETRY_AFTER : {};
}

const WWW_AUTHENTICATE: Readonly<Record<string, HeaderObject>> = {
  'WWW-Authenticate': {
    description: 'The scheme that is asked for',
    required: true,
    schema: { type: 'string', enum: ['Bearer'] },
  },
};

const ALLOW: Readonly<Record<string, HeaderObject>> = {
  Allow: { description: 'The methods that the path takes', required: true, schema: { type: 'string' } },
};

// Other refusals have them too. They are described only where clients look for them; otherwise each description would appear some two
// hundred times.
const RATE_LIMIT: Readonly<Record<string, HeaderObject>> = {
  'RateLimit-Policy': {
    description: 'The limit that the request counts for: "verify";q=100;w=1 is 100 requests in a second',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left of it: "verify";r=99;t=1 is 99 requests until a second from now',
    schema: { type: 'string' },
  },
};

const RETRY_AFTER: Readonly<Record<string, HeaderObject>> = {
  'Retry-After': {
    description: 'Seconds after which to try again, if they are known',
    schema: { type: 'integer', minimum: 1 },
  },
};

function responseObject(
  description: string,
  headers: Readonly<Record<string, HeaderObject>>,
  content: Readonly<Record<string, MediaObject>>,
): ResponseObject {
  return {
    description,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
}
