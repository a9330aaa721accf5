import type { Story } from '../story.js';
import { jsonOf, type ShownTask } from '../world/client.js';

const FIRST = `phone
+41791234512
+41791234513
+41791234514
+41791234515
+41791234500
`;

/** Four rows in three numbers are known after the first file. The answer about ...14 was unknown, and the check of ...00 fails. */
const SECOND = `phone
+41791234512
+41791234513
not a phone
+41791234513
+41791234514
+41791234515
+41791234516
+41791234500
+41791234517
`;

const fresh = { path: '/v1/verify/batch?fresh_within=1d&max_credits=4', file: SECOND };

export const KNOWN_ANSWERS: readonly Story[] = [
  {
    name: 'a file of which the account knows a part',
    // Four by the first file, three by the second one.
    charged: 7,
    failsAll: true,
    async run(client, { token }) {
      const first = { path: '/v1/verify/batch', file: FIRST };
      const { task_id: one } = jsonOf<ShownTask>(
        await client.call('submit', { ...first, token, key: 'file-1' }),
      );
      await client.ended('ended', one, token);
      const { task_id: two } = jsonOf<ShownTask>(
        await client.call('submit again', { ...fresh, token, key: 'file-2' }),
      );
      await client.ended('ended again', two, token);
    },
  },
  {
    name: 'a file of which the account knows a part, cancelled and retried',
    // One by the first file; the second one has five more numbers that are answered.
    charged: 6,
    // No number of the file is answered before the cancel, since its progress would depend on the time.
    outage: [20_000, 50_000],
    async run(client, { token }) {
      const first = { path: '/v1/verify/batch', file: 'phone\n+41791234512\n' };
      const { task_id: one } = jsonOf<ShownTask>(
        await client.call('submit', { ...first, token, key: 'file-1' }),
      );
      await client.ended('ended', one, token);
      await client.at(22_000);
      const file = { path: '/v1/verify/batch?fresh_within=1d&max_credits=7', file: SECOND };
      const { task_id: id } = jsonOf<ShownTask>(
        await client.call('submit again', { ...file, token, key: 'file-2' }),
      );
      await client.at(25_000);
      const path = `/v1/verify/tasks/${id}`;
      await client.call('cancel', { method: 'POST', path: `${path}/cancel`, token, key: 'cancel' });
      await client.ended('ended after the cancel', id, token);
      await client.at(52_000);
      await client.call('retry', { method: 'POST', path: `${path}/retry`, token, key: 'retry' });
      await client.ended('ended again', id, token);
    },
  },
];
