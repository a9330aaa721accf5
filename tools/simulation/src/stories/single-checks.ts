import type { Story } from '../story.js';

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
    name: 'a single check without a key',
    charged: 1,
    withoutKey: ['check'],
    async run(client, { token }) {
      await client.call('check', { ...verify('+41791234512'), token });
    },
  },
];
