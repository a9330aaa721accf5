import type { HttpReply } from '../message/http-message.js';
import { defineOpenOperation } from './definition/define-operation.js';

/** The description of this server, which stays the same while it runs. It has no data of an account, so anyone may cache it for a while. */
export const describe = defineOpenOperation({
  method: 'GET',
  path: '/v1/openapi.json',
  tag: 'service',
  summary: 'Read this description',
  reply: {
    kind: 'stream',
    status: 200,
    description: 'The operations of this server, as OpenAPI 3.1',
    content: { 'application/json': 'object' },
    headers: { 'Cache-Control': 'public, max-age=300' },
  },
  errors: [],
  async run(_service, { parts }): Promise<HttpReply> {
    const reply = parts.description();
    return { ...reply, headers: { ...reply.headers, 'cache-control': 'public, max-age=300' } };
  },
});
