import { z } from 'zod';
import { component, count } from '../../wire/common-shapes.js';
import { json } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';

export const creditsShape = component(
  'Credits',
  z
    .strictObject({
      available: count.describe('Credits that may be spent.'),
      held: count.describe('Credits that are set aside for unfinished tasks.'),
    })
    .describe('The credits of an account.'),
);

/** The balance of the account. */
export const credits = defineOperation({
  method: 'GET',
  path: '/v1/credits',
  tag: 'account',
  scope: 'read',
  summary: 'Get the balance of the account',
  reply: json(200, {
    description: 'The credits of the account',
    shape: creditsShape,
    example: { available: 97, held: 3 },
  }),
  errors: [],
  async run(service, { accountId }) {
    const { available, held } = await service.balance(accountId);
    return { available, held };
  },
});
