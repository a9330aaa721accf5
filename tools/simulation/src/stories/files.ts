import type { Story } from '../story.js';
import { jsonOf, type ShownTask } from '../world/client.js';

/** Ten numbers in three chunks: one comes twice, one always fails, one fails at first. One cell is no number. */
const FILE = `name,phone
a,+41791234512
b,+41791234513
c,+41791234514
d,+41791234515
e,not a phone
f,+41791234516
g,+41791234512
h,+41791234500
i,+41791234501
j,+41791234517
k,+41791234518
l,+41791234519
`;

const submit = { path: '/v1/verify/batch', file: FILE };

export const FILE_STORIES: readonly Story[] = [
  {
    name: 'a file',
    charged: 9,
    async run(client, { token }) {
      const task = jsonOf<ShownTask>(await client.call('submit', { ...submit, token, key: 'file' }));
      await client.ended('ended', task.task_id, token);
      await client.call('download', { path: `/v1/verify/tasks/${task.task_id}/download`, token });
    },
  },
  {
    name: 'a file that is cancelled and retried',
    charged: 9,
    // No number is answered before the cancel, since its progress would depend on the time. A killed process keeps its lease for ten
    // seconds, so a story that was harmed is cancelled in the outage too.
    outage: [0, 30_000],
    async run(client, { token }) {
      const { task_id: id } = jsonOf<ShownTask>(
        await client.call('submit', { ...submit, token, key: 'file' }),
      );
      await client.at(3_000);
      const path = `/v1/verify/tasks/${id}`;
      await client.call('cancel', { method: 'POST', path: `${path}/cancel`, token, key: 'cancel-1' });
      await client.ended('ended', id, token);
      await client.at(32_000);
      await client.call('retry', { method: 'POST', path: `${path}/retry`, token, key: 'retry-1' });
      await client.ended('ended again', id, token);
    },
  },
  {
    name: 'a file that the account cannot pay',
    charged: 0,
    async run(client, { token }) {
      const numbers = Array.from({ length: 51 }, (_, index) => `+4179123${4_000 + index}`);
      const file = `phone\n${numbers.join('\n')}\n`;
      await client.call('submit', { path: '/v1/verify/batch', file, token, key: 'file' });
    },
  },
  {
    name: 'a file in an outage',
    charged: 9,
    outage: [30, 5_000],
    async run(client, { token }) {
      const { task_id: id } = jsonOf<ShownTask>(
        await client.call('submit', { ...submit, token, key: 'file' }),
      );
      await client.ended('ended', id, token);
    },
  },
  {
    name: 'a file beside a request that changes nothing',
    charged: 2,
    async run(client, { token }) {
      // The upstream answers for the first number 40 ms after the submit, for the second one 580 ms after it.
      const file = 'phone\n+41791234510\n+41791234519\n';
      const { task_id: id } = jsonOf<ShownTask>(
        await client.call('submit', { path: '/v1/verify/batch', file, token, key: 'file' }),
      );
      // The first answer is recorded, but not on the disk yet. A commit without changes waits for no disk by itself.
      await client.at(50);
      const path = '/v1/webhooks/00000000-0000-4000-8000-000000000000';
      await client.call('delete nothing', { method: 'DELETE', path, token });
      await client.ended('ended', id, token);
    },
  },
  {
    name: 'a file that is deleted',
    charged: 9,
    async run(client, { token }) {
      const { task_id: id } = jsonOf<ShownTask>(
        await client.call('submit', { ...submit, token, key: 'file' }),
      );
      await client.ended('ended', id, token);
      await client.call('delete', { method: 'DELETE', path: `/v1/verify/tasks/${id}`, token });
    },
  },
  {
    name: 'a file that expires',
    charged: 9,
    taskRetentionMs: 20_000,
    async run(client, { token }) {
      const { task_id: id } = jsonOf<ShownTask>(
        await client.call('submit', { ...submit, token, key: 'file' }),
      );
      await client.ended('ended', id, token);
      // Upkeep runs once a minute.
      await client.at(65_000);
    },
  },
  {
    name: 'a file of which webhooks are told',
    charged: 9,
    async run(client, { token }) {
      await client.call('webhook', {
        ...{ path: '/v1/webhooks', token, key: 'webhook-1' },
        json: { url: 'https://receiver.test/hook', events: ['task.done'] },
      });
      const { task_id: id } = jsonOf<ShownTask>(
        await client.call('submit', { ...submit, token, key: 'file' }),
      );
      await client.ended('ended', id, token);
    },
  },
];
