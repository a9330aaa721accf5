import type { Story } from '../story.js';
import { jsonOf, type ShownTask } from '../world/client.js';

const verify = (phone: string) => ({ path: '/v1/verify', json: { phone } });

export const SINGLE_CHECKS: readonly Story[] = [
  {
    name: 'single checks with a key',
    charged: 1,
    // Here a lost reply could cost another call: the repeat must find the answer in the ledger.
    failsAll: true,
    async run(client, { token }) {
      await client.call('check', { ...verify('+41791234512'), token, key: 'check-1' });
      // Its check fails, which is free.
      await client.call('failing check', { ...verify('+41791234501'), token, key: 'check-2' });
      await client.call('no phone', { ...verify('nothing'), token, key: 'check-3' });
      await client.call('repeat', { ...verify('+41791234512'), token, key: 'check-1' });
    },
  },
  {
    name: 'a number that is checked again while its answer is fresh',
    // One by its checks, one by the file.
    charged: 2,
    failsAll: true,
    // The answer that is kept, and its charge.
    apartOnServer: ['insert into single_answers', 'insert into journal'],
    // Not the number of the story before: a crash that leaves a database that was tried already is skipped.
    async run(client, { token }) {
      const fresh = { path: '/v1/verify', json: { phone: '+41791234518', fresh_within: '1d' }, token };
      await client.call('check', { ...fresh, key: 'check-1' });
      await client.call('check again', { ...fresh, key: 'check-2' });
      const file = 'phone\n+41791234518\n+41791234513\n';
      const { task_id: id } = jsonOf<ShownTask>(
        await client.call('submit', {
          path: '/v1/verify/batch?fresh_within=1d&max_credits=1',
          ...{ file, token, key: 'file-1' },
        }),
      );
      await client.ended('ended', id, token);
    },
  },
  {
    name: 'a single check without a key',
    charged: 1,
    withoutKey: ['check'],
    async run(client, { token }) {
      await client.call('check', { ...verify('+41791234512'), token });
    },
  },
];
