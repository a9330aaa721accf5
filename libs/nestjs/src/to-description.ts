import type { ErrorCode } from '@dialproof/core';
import { ERROR_STATUS, type WireSchema } from '@dialproof/http';

/** An operation's request and replies, in the words of OpenAPI 3.0. */
export interface ApiDescription {
  readonly summary: string;
  readonly body?: { readonly type: string; readonly schema: WireSchema };
  readonly query?: readonly QueryParameter[];
  readonly responses: Readonly<Record<string, ApiResponse>>;
}

export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: WireSchema;
  /** How a list is written, as OpenAPI has it. */
  readonly style?: 'form';
  readonly explode?: boolean;
}

interface ApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: WireSchema }>>;
  readonly content?: Readonly<Record<string, { readonly schema: WireSchema }>>;
}

/** An operation as `describeOperations` has it. */
interface Success {
  readonly summary: string;
  readonly status: number;
  readonly description: string;
  /** Of what comes back, one or more. Default JSON. */
  readonly types?: readonly string[];
  readonly schema: WireSchema;
  readonly body?: ApiDescription['body'];
  readonly query?: ApiDescription['query'];
  readonly errors: readonly ErrorCode[];
}

/** The description of an operation that succeeds in one way and fails with these codes, whose statuses are the contract's. */
export function toDescription({
  summary,
  body,
  query,
  status,
  description,
  types = ['application/json'],
  schema,
  errors,
}: Success): ApiDescription {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errors) {
    const codes = byStatus.get(ERROR_STATUS[code]) ?? [];
    byStatus.set(ERROR_STATUS[code], [...codes, code]);
  }
  return {
    summary,
    ...(body === undefined ? {} : { body }),
    ...(query === undefined ? {} : { query }),
    responses: {
      [status]: { description, content: Object.fromEntries(types.map((type) => [type, { schema }])) },
      ...Object.fromEntries([...byStatus].map(([failed, codes]) => [failed, errorResponse(failed, codes)])),
    },
  };
}

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds after which to try again, where that is known',
    schema: { type: 'integer', minimum: 1 },
  },
};

function errorResponse(status: number, codes: readonly ErrorCode[]): ApiResponse {
  const properties = { detail: { type: 'string', enum: codes }, hint: { type: 'string' } };
  const schema = { type: 'object', properties, required: ['detail'] };
  return {
    description: codes.join(', '),
    ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
    content: { 'application/json': { schema } },
  };
}
