import { statementQuery } from '../queries.js';
import type { RouteDescription } from '../route.js';
import { creditsShape, statementShape } from '../shapes.js';
import { jsonOf } from './json-content.js';
import { OF_ACCOUNTS } from './route-errors.js';

/** The credits of an account. */
export const ACCOUNT_ROUTES = {
  credits: {
    method: 'GET',
    path: '/v1/credits',
    access: 'account',
    scope: 'read',
    summary: 'Look how many credits are left',
    reply: { status: 200, description: 'The credits of the account', content: jsonOf(creditsShape) },
    errors: OF_ACCOUNTS,
  },
  statement: {
    method: 'GET',
    path: '/v1/credits/entries',
    access: 'account',
    scope: 'read',
    summary: 'List what the credits were changed by, newest first',
    query: statementQuery,
    reply: {
      status: 200,
      description:
        'A page of the statement: what was given and what was charged, with the task it was charged for',
      content: jsonOf(statementShape),
    },
    errors: [...OF_ACCOUNTS, 'malformed_request', 'not_supported'],
  },
} as const satisfies Record<string, RouteDescription>;
