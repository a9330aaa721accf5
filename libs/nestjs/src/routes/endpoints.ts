import { OPERATION_NAMES, OPERATIONS, type OperationName } from '@dialproof/http';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** The route of an operation. */
export interface Endpoint {
  readonly operation: OperationName;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The methods that its path refuses, at the last endpoint of a path: the contract answers them. Platforms route HEAD like GET. */
  readonly refused: readonly (typeof METHODS)[number][];
  /** The path as routers write it, with `:task_id` for `{task_id}`. */
  readonly path: string;
}

export function createEndpoints(): readonly Endpoint[] {
  return OPERATION_NAMES.map((operation) => {
    const { method, path } = OPERATIONS[operation];
    const ofPath = OPERATION_NAMES.filter((one) => OPERATIONS[one].path === path);
    const refused = METHODS.filter((other) => ofPath.every((one) => OPERATIONS[one].method !== other));
    return {
      operation,
      method,
      refused: ofPath.at(-1) === operation ? refused : [],
      path: path.replace(/\{(\w+)\}/, ':$1'),
    };
  });
}

/** The metadata of a handler, and the setting of a route of Fastify, with its endpoint. */
export const ENDPOINT = 'dialproof:endpoint';
