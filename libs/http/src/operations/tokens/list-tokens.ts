import { z } from 'zod';
import { component } from '../../wire/common-shapes.js';
import { json } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { TOKEN, TOKENS, tokenShape, wireToken } from './token-shape.js';

const tokenListShape = component(
  'TokenList',
  z
    .strictObject({ tokens: z.array(tokenShape) })
    .describe('All good tokens of the account, the oldest first.'),
);

export const listTokens = defineOperation({
  method: 'GET',
  path: '/v1/tokens',
  tag: 'account',
  scope: 'admin',
  summary: 'List the good tokens of the account, oldest first',
  part: TOKENS,
  reply: json(200, {
    description: 'Its tokens, without their secrets',
    shape: tokenListShape,
    example: { tokens: [TOKEN] },
  }),
  errors: [],
  run: async (tokens, { accountId }) => ({ tokens: (await tokens.list(accountId)).map(wireToken) }),
});
