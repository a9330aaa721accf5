import type { OperationName } from '@dialproof/http';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type Method = (typeof METHODS)[number];

/** An operation's place, as far as Nest has to know it before the contract is made. */
export interface Endpoint {
  readonly operation: OperationName;
  readonly method: 'GET' | 'POST';
  /** Below the mount, with `{task_id}` for the segment that names a task, as in the contract's own `paths`. */
  readonly path: string;
}

const PLACES: Record<OperationName, Omit<Endpoint, 'operation'>> = {
  verify: { method: 'POST', path: '/v1/verify' },
  submit: { method: 'POST', path: '/v1/verify/batch' },
  poll: { method: 'GET', path: '/v1/verify/tasks/{task_id}' },
  events: { method: 'GET', path: '/v1/verify/tasks/{task_id}/events' },
  download: { method: 'GET', path: '/v1/verify/tasks/{task_id}/download' },
  credits: { method: 'GET', path: '/v1/credits' },
  register: { method: 'POST', path: '/v1/accounts' },
};

/** Every operation of the contract, that of registration where it is wanted. */
export function endpoints({ registration }: { readonly registration: boolean }): readonly Endpoint[] {
  // The record's keys are the names of the operations and nothing else.
  const operations = Object.keys(PLACES) as OperationName[];
  return operations
    .filter((operation) => registration || operation !== 'register')
    .map((operation) => ({ operation, ...PLACES[operation] }));
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
