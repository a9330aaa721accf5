import { OPERATION_NAMES, type OperationName, ROUTES, type RouteDescription } from '@dialproof/http';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type Method = (typeof METHODS)[number];

/** An operation's place in the contract's table, as far as Nest has to know it. */
export interface Endpoint extends Pick<RouteDescription, 'method' | 'path'> {
  readonly operation: OperationName;
}

/** Every operation of the contract, that of registration where it is wanted. */
export function endpoints({ registration }: { readonly registration: boolean }): readonly Endpoint[] {
  return OPERATION_NAMES.filter((operation) => registration || operation !== 'register').map((operation) => ({
    operation,
    method: ROUTES[operation].method,
    path: ROUTES[operation].path,
  }));
}

/**
 * The methods that an endpoint answers for besides its own: those that its path refuses, which the contract answers itself. Of several
 * endpoints with one path, the last one has them. HEAD comes with GET on both platforms.
 */
export function otherMethods(endpoint: Endpoint, all: readonly Endpoint[]): readonly Method[] {
  const ofPath = all.filter(({ path }) => path === endpoint.path);
  if (ofPath.at(-1) !== endpoint) return [];
  return METHODS.filter((method) => ofPath.every((one) => one.method !== method));
}
