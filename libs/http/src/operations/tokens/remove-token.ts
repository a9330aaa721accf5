import { DialproofError } from '@dialproof/core';
import { noContent } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { TOKENS } from './token-shape.js';

export const removeToken = defineOperation({
  method: 'DELETE',
  path: '/v1/tokens/{token_id}',
  tag: 'account',
  scope: 'admin',
  summary: 'Revoke a token, also the one that asks',
  part: TOKENS,
  reply: noContent('It is refused from now on'),
  errors: [],
  async run(tokens, { accountId, id }) {
    if (!(await tokens.revoke({ accountId, tokenId: id }))) throw new DialproofError('token_not_found');
  },
});
