import type { ErrorCode } from '@dialproof/core/model';
import type { RouteDescription } from './route.js';
import { ACCOUNT_ROUTES } from './routes/account-routes.js';
import { OPEN_ROUTES } from './routes/open-routes.js';
import { OF_KEYS } from './routes/route-errors.js';
import { TASK_ROUTES } from './routes/task-routes.js';
import { TOKEN_ROUTES } from './routes/token-routes.js';
import { VERIFICATION_ROUTES } from './routes/verification-routes.js';
import { WEBHOOK_ROUTES } from './routes/webhook-routes.js';

/** Every operation of the contract: the only definition of its path, its request and its replies. */
export const ROUTES = {
  ...VERIFICATION_ROUTES,
  ...TASK_ROUTES,
  ...ACCOUNT_ROUTES,
  ...WEBHOOK_ROUTES,
  ...TOKEN_ROUTES,
  ...OPEN_ROUTES,
} as const satisfies Record<string, RouteDescription>;

export type OperationName = keyof typeof ROUTES;

/** The names of the operations, in the order of the table. */
// Object.keys forgets the type of the keys.
export const OPERATION_NAMES = Object.keys(ROUTES) as readonly OperationName[];

/** Every code that an operation may be refused with. */
export function errorCodes(name: OperationName): readonly ErrorCode[] {
  const { errors }: RouteDescription = ROUTES[name];
  return [
    ...new Set([...errors, ...(takesIdempotencyKey(name) ? OF_KEYS : []), 'method_not_allowed' as const]),
  ];
}

/** Whether an operation takes an `Idempotency-Key`: it is a POST of an account that changes something, and its route does not exclude it. */
export function takesIdempotencyKey(name: OperationName): boolean {
  const { method, access, isReadOnly = false, takesKey = true }: RouteDescription = ROUTES[name];
  return method === 'POST' && access === 'account' && !isReadOnly && takesKey;
}

/** The segment of a path that names an item, such as `{task_id}`; undefined if there is none. */
export function itemSegment(path: string): string | undefined {
  return /\{\w+\}/.exec(path)?.[0];
}
