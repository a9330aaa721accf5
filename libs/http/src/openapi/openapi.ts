import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../operations/operations.js';
import { componentSchemas, type WireSchema } from './json-schemas.js';
import { describeOperation } from './operation-object.js';

export interface OpenApiOptions {
  /** The operations of the server, in any order. Default: all. */
  readonly operations?: readonly OperationName[];
  /** Whether requests may have an `Idempotency-Key`. Default true. */
  readonly remembersKeys?: boolean;
  /** Whether replies have the remaining requests of a limit. Default false. */
  readonly countsRequests?: boolean;
}

/** A document of OpenAPI 3.1, which can be serialised as JSON. */
export type OpenApiDocument = WireSchema;

/** Describes the contract: its operations, their requests and replies, and the possible errors of each. */
export function openApiDocument({
  operations = OPERATION_NAMES,
  remembersKeys = true,
  countsRequests = false,
}: OpenApiOptions = {}): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of OPERATION_NAMES.filter((known) => operations.includes(known))) {
    const { path, method } = OPERATIONS[name];
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: describeOperation(name, '3.1', { remembersKeys, countsRequests }),
    };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Dialproof', version: '1', description: DESCRIPTION },
    // Relative to the address of the document, which is at one of the paths.
    servers: [{ url: '..' }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: componentSchemas('3.1'),
    },
  };
}

const DESCRIPTION =
  'Verifies phone numbers, one at a time or a file of them. Replies have Cache-Control: no-store, unless their own stands among their headers.';

const TAGS = [
  { name: 'numbers', description: 'Numbers that are verified one at a time, suppressed or erased' },
  { name: 'tasks', description: 'Files of numbers' },
  { name: 'lists', description: 'Lists that are verified again' },
  { name: 'account', description: 'The account and its credits' },
  { name: 'webhooks', description: 'Webhooks: addresses that get events' },
  { name: 'service', description: 'The service itself' },
] as const;
