import { statementQuery } from '../queries.js';
import type { RouteDescription } from '../route.js';
import { accountMarkShape, creditsShape, statementShape } from '../shapes.js';
import { jsonOf } from './json-content.js';
import { OF_ACCOUNTS } from './route-errors.js';

/** An account and its credits. */
export const ACCOUNT_ROUTES = {
  showAccount: {
    method: 'GET',
    path: '/v1/account',
    access: 'account',
    scope: 'read',
    summary: 'Tell accounts apart',
    reply: {
      status: 200,
      description:
        'A mark that is the same for all tokens of an account, and another one for every other account',
      content: jsonOf(accountMarkShape),
    },
    errors: OF_ACCOUNTS,
  },
  credits: {
    method: 'GET',
    path: '/v1/credits',
    access: 'account',
    scope: 'read',
    summary: 'Get the balance of the account',
    reply: { status: 200, description: 'The credits of the account', content: jsonOf(creditsShape) },
    errors: OF_ACCOUNTS,
  },
  statement: {
    method: 'GET',
    path: '/v1/credits/entries',
    access: 'account',
    scope: 'read',
    summary: 'List the changes of the credits, newest first',
    query: statementQuery,
    reply: {
      status: 200,
      description:
        'A page of the statement: grants and charges, each charge with its task; old charges may be one sum a month',
      content: jsonOf(statementShape),
    },
    errors: [...OF_ACCOUNTS, 'malformed_request', 'not_supported'],
  },
} as const satisfies Record<string, RouteDescription>;
