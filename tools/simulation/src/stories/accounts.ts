import { accountId } from '@dialproof/core';
import type { Story } from '../story.js';
import { jsonOf, type ShownTask } from '../world/client.js';

const FILE = 'phone\n+41791234512\n+41791234513\n+41791234514\n+41791234515\n+41791234516\n';

export const ACCOUNT_STORIES: readonly Story[] = [
  {
    name: 'tokens',
    charged: 0,
    async run(client, { token }) {
      const made = await client.call('make', {
        ...{ path: '/v1/tokens', token, key: 'token-1' },
        json: { name: 'a reader', scopes: ['tasks:read'] },
      });
      const { token_id: id } = jsonOf<{ token_id: string }>(made);
      await client.call('use', { path: '/v1/verify/tasks', token: jsonOf<{ token: string }>(made).token });
      await client.call('revoke', { method: 'DELETE', path: `/v1/tokens/${id}`, token });
    },
  },
  {
    name: 'webhooks',
    charged: 0,
    async run(client, { token }) {
      const made = await client.call('make', {
        ...{ path: '/v1/webhooks', token, key: 'webhook-1' },
        json: { url: 'https://receiver.test/hook', events: ['task.done', 'task.failed'] },
      });
      const { webhook_id: id } = jsonOf<{ webhook_id: string }>(made);
      await client.call('rotate', { path: `/v1/webhooks/${id}/secret`, json: {}, token, key: 'rotate-1' });
      await client.call('other', {
        ...{ path: '/v1/webhooks', token, key: 'webhook-2' },
        json: { url: 'https://receiver.test/other', events: ['task.done'] },
      });
      await client.call('remove', { method: 'DELETE', path: `/v1/webhooks/${id}`, token });
    },
  },
  {
    name: 'an account that is suspended for a while',
    charged: 5,
    async run(client, { accountId: id, token }) {
      const { task_id: task } = jsonOf<ShownTask>(
        await client.call('submit', { path: '/v1/verify/batch', file: FILE, token, key: 'file-1' }),
      );
      await client.operator('suspend', async ({ accounts, service }) => {
        await accounts.suspend(accountId(id));
        await service.suspendAccount(accountId(id));
      });
      await client.at(10_000);
      await client.operator('reinstate', async ({ accounts, service }) => {
        await accounts.reinstate(accountId(id));
        await service.reinstateAccount(accountId(id));
      });
      await client.ended('ended', task, token);
    },
  },
  {
    name: 'an account that is erased',
    charged: 6,
    async run(client, { accountId: id, token }) {
      const { task_id: task } = jsonOf<ShownTask>(
        await client.call('submit', { path: '/v1/verify/batch', file: FILE, token, key: 'file-1' }),
      );
      await client.ended('ended', task, token);
      await client.call('check', {
        path: '/v1/verify',
        json: { phone: '+41791234512' },
        token,
        key: 'check-1',
      });
      await client.operator('suspend', async ({ accounts, service }) => {
        await accounts.suspend(accountId(id));
        await service.suspendAccount(accountId(id));
      });
      await client.operator('erase', ({ erasure }) => erasure.eraseAccount(accountId(id)));
    },
  },
];
