import { randomUUID } from 'node:crypto';
import { requestHead } from '../../server/raw-connection.js';
import { ask } from './asking.js';
import type { Attack } from './attack.js';
import { countReplies, crowd } from './crowd.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const PHONE = '{"phone":"+14155550123"}';

/** Requests as fast as their replies come. */
export const REQUEST_ATTACKS: readonly Attack[] = [
  {
    name: '1,000 event streams',
    run: (scene) =>
      crowd(scene, 1_000, (socket) => {
        countReplies(socket, scene.tally);
        const head = requestHead(`GET /v1/verify/tasks/${scene.openTaskId}/events`, scene.token);
        socket.write(head);
      }),
  },
  {
    name: 'registrations',
    run: (scene) =>
      ask(scene, 32, () => ({
        ...{ method: 'POST', path: '/v1/accounts', headers: JSON_TYPE },
        body: JSON.stringify({ email: `${randomUUID()}@example.com` }),
      })),
  },
  {
    name: 'failed sign-ins',
    run: (scene) => ask(scene, 64, () => ({ path: '/v1/credits', token: randomUUID() })),
  },
  {
    name: 'single checks of one account',
    run: (scene) =>
      ask(scene, 64, () => ({ method: 'POST', path: '/v1/verify', headers: JSON_TYPE, body: PHONE })),
  },
  {
    name: 'single checks with a new key each',
    run: (scene) =>
      ask(scene, 64, () => ({
        ...{ method: 'POST', path: '/v1/verify', body: PHONE },
        headers: { ...JSON_TYPE, 'idempotency-key': randomUUID() },
      })),
  },
  {
    name: 'lists of tasks and statements',
    run(scene) {
      let serial = 0;
      const paths = ['/v1/verify/tasks?limit=100', '/v1/credits/entries?limit=100'];
      return ask(scene, 32, () => ({ path: paths[serial++ % 2] ?? '' }));
    },
  },
  {
    name: 'downloads, .csv and .xlsx in turns',
    run(scene) {
      let serial = 0;
      const formats = ['csv', 'xlsx'];
      const path = `/v1/verify/tasks/${scene.doneTaskId}/download`;
      return ask(scene, 16, () => ({ path: `${path}?format=${formats[serial++ % 2]}` }));
    },
  },
  {
    name: 'what nobody needs a token for',
    run(scene) {
      let serial = 0;
      const paths = ['/readyz', '/healthz', '/v1/openapi.json', '/docs', '/nowhere'];
      return ask(scene, 64, () => ({ path: paths[serial++ % paths.length] ?? '' }));
    },
  },
];
