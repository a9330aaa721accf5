import type { Story, StoryAccount } from '../story.js';
import { type Client, jsonOf, type ShownTask } from '../world/client.js';

const FILE = `phone
+41791234512
+41791234513
not a phone
+41791234513
+41791234515
`;

const NEWER = `phone
+41791234512
+41791234516
`;

/** The stories begin at one minute to one. */
const DUE_MS = 60_000;
const AT_ONE = { every: 'day', hour: 13, time_zone: 'UTC' };

interface ShownList {
  readonly list_id: string;
  readonly running: object | null;
  readonly last_run: { readonly status: string; readonly due_at: string | null } | null;
}

/** Makes a webhook for the events of lists. */
async function makeWebhook(client: Client, { token }: StoryAccount): Promise<void> {
  const webhook = { url: 'https://receiver.example/hook', events: ['list.changed', 'list.skipped'] };
  await client.call('webhook', { path: '/v1/webhooks', json: webhook, token, key: 'webhook' });
}

/** Verifies the file and makes a list of it. Resolves to the id of the list. */
async function makeList(client: Client, { token }: StoryAccount, settings: object): Promise<string> {
  const file = { path: '/v1/verify/batch', file: FILE };
  const { task_id } = jsonOf<ShownTask>(await client.call('submit', { ...file, token, key: 'file' }));
  await client.ended('ended', task_id, token);
  const json = { name: 'customers', task_id, schedule: AT_ONE, ...settings };
  const made = await client.call('make', { path: '/v1/lists', json, token, key: 'list' });
  return jsonOf<ShownList>(made).list_id;
}

/** Asks until the run that is due at one o'clock is over. */
async function verifiedAgain(client: Client, { token }: StoryAccount, listId: string): Promise<void> {
  await client.operator('verified again', async () => {
    await client.at(DUE_MS);
    for (;;) {
      const list = jsonOf<ShownList>(await client.ask({ path: `/v1/lists/${listId}`, token }));
      if (list.running === null && list.last_run?.due_at != null) return;
      await client.pass(2_000);
    }
  });
}

/** Asks until no run of the list is under way. */
async function recorded(client: Client, step: string, path: string, token: string): Promise<void> {
  await client.operator(step, async () => {
    while (jsonOf<ShownList>(await client.ask({ path, token })).running !== null) await client.pass(1_000);
  });
}

export const LIST_STORIES: readonly Story[] = [
  {
    name: 'a list that is verified by schedule',
    // Three numbers twice.
    charged: 6,
    failsAll: true,
    async run(client, account) {
      await makeWebhook(client, account);
      await verifiedAgain(client, account, await makeList(client, account, {}));
    },
  },
  {
    name: 'a list whose run is skipped, and that is verified when asked for',
    // Three numbers; in the run that is asked for, nothing is old.
    charged: 3,
    async run(client, account) {
      const { token } = account;
      await makeWebhook(client, account);
      const listId = await makeList(client, account, { max_credits: 1 });
      await verifiedAgain(client, account, listId);
      const path = `/v1/lists/${listId}`;
      const json = { schedule: null, fresh_within: '30d' };
      await client.operator('change', () => client.ask({ method: 'PATCH', path, json, token }));
      const run = { method: 'POST', path: `${path}/runs`, token, key: 'run' } as const;
      const { task_id } = jsonOf<ShownTask>(await client.call('run', run));
      await client.ended('run ended', task_id, token);
      await recorded(client, 'recorded', path, token);
    },
  },
  {
    name: 'a list that begins with its file and gets a newer one',
    // Three numbers, then two; the list may hold no more for its first file, and the newer one is asked anew.
    charged: 5,
    async run(client, account) {
      const { token } = account;
      await makeWebhook(client, account);
      const fields = { name: 'customers', max_credits: '4' };
      const made = await client.call('make', { path: '/v1/lists', file: FILE, fields, token, key: 'list' });
      const { list_id, task_id } = jsonOf<ShownList & ShownTask>(made);
      await client.ended('ended', task_id, token);
      const path = `/v1/lists/${list_id}`;
      await recorded(client, 'first recorded', path, token);
      const newer = { path: `${path}/runs`, file: NEWER, token, key: 'newer' };
      const run = jsonOf<ShownTask>(await client.call('newer', newer));
      await client.ended('newer ended', run.task_id, token);
      await recorded(client, 'newer recorded', path, token);
    },
  },
];
