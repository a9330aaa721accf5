import { z } from 'zod';
import type { RouteDescription } from '../route.js';
import { accountShape, registerBody } from '../shapes.js';
import { json, jsonOf } from './json-content.js';
import { OF_EVERYONE, OF_JSON } from './route-errors.js';

/** The operations that are open to anyone. */
export const OPEN_ROUTES = {
  register: {
    method: 'POST',
    path: '/v1/accounts',
    access: 'open',
    scope: null,
    summary: 'Open an account',
    body: json(registerBody),
    reply: {
      status: 201,
      description: 'The account, with its first token, which is shown this once',
      content: jsonOf(accountShape),
    },
    errors: [...OF_EVERYONE, ...OF_JSON, 'invalid_email', 'email_taken', 'registration_closed'],
  },
  describe: {
    method: 'GET',
    path: '/v1/openapi.json',
    access: 'open',
    scope: null,
    summary: 'Read this description',
    reply: {
      status: 200,
      description: 'The operations of this server, as OpenAPI 3.1',
      content: jsonOf(z.looseObject({ openapi: z.string() })),
      headers: { 'Cache-Control': 'public, max-age=300' },
    },
    errors: ['internal_error'],
  },
} as const satisfies Record<string, RouteDescription>;
