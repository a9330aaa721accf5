import { randomUUID } from 'node:crypto';
import type { Attack, AttackScene } from './attack.js';
import { type Asked, ask, CHECK, numberList, upload } from './clients.js';

const FULL_ROWS = 100_000;
const FIELD = `--b\r\nContent-Disposition: form-data; name="phone_column"\r\n\r\n${'x'.repeat(60 * 1_024)}\r\n`;
const FORM_TYPE = { 'content-type': 'multipart/form-data; boundary=b' };

/** Files that are refused, each for a different reason. */
const REFUSED = () => [
  `phone${',more'.repeat(1_200)}\n`,
  `phone\n${'+14155550100\n'.repeat(FULL_ROWS + 1)}`,
  'PK\x03\x04 no workbook',
  '\0\0\0',
  `phone\n"${'never closed '.repeat(100_000)}`,
];

/** Clients that send these requests in turns, as fast as their replies come. */
function asking(name: string, clients: number, requests: (scene: AttackScene) => readonly Asked[]): Attack {
  return {
    name,
    run(scene) {
      const all = requests(scene);
      let next = 0;
      return ask(scene, clients, () => all[next++ % all.length] ?? CHECK);
    },
  };
}

const gets = (...paths: readonly string[]): readonly Asked[] => paths.map((path) => ({ path }));

/** Requests as fast as their replies come. */
export const REQUEST_ATTACKS: readonly Attack[] = [
  asking('forms with fields of 60 KiB', 32, () => [
    { method: 'POST', path: '/v1/verify/batch', headers: FORM_TYPE, body: `${FIELD.repeat(20)}--b--\r\n` },
  ]),
  asking('files that are refused', 8, () => REFUSED().map((content) => upload(content))),
  asking('files of an account without credits', 16, ({ poorToken: token }) => [
    { ...upload(`name,city\n${'somebody,somewhere\n'.repeat(20_000)}`), token },
  ]),
  asking('files of 100,000 rows', 8, ({ sized }) => [upload(numberList(sized(FULL_ROWS)))]),
  asking('previews of 100,000 rows', 8, ({ sized }) => [
    upload(numberList(sized(FULL_ROWS)), { path: '/v1/verify/batch/preview' }),
  ]),
  {
    name: 'registrations',
    run: (scene) =>
      ask(scene, 32, () => ({
        ...{ ...CHECK, path: '/v1/accounts' },
        body: JSON.stringify({ email: `${randomUUID()}@example.com` }),
      })),
  },
  {
    name: 'failed sign-ins',
    run: (scene) => ask(scene, 64, () => ({ path: '/v1/credits', token: randomUUID() })),
  },
  {
    name: 'single checks with a new key each',
    run: (scene) =>
      ask(scene, 64, () => ({ ...CHECK, headers: { ...CHECK.headers, 'idempotency-key': randomUUID() } })),
  },
  asking('single checks of one account', 64, () => [CHECK]),
  asking('lists of tasks and statements', 32, () =>
    gets('/v1/verify/tasks?limit=100', '/v1/credits/entries?limit=100'),
  ),
  asking('downloads', 16, ({ doneTaskId }) =>
    gets(...['csv', 'xlsx'].map((format) => `/v1/verify/tasks/${doneTaskId}/download?format=${format}`)),
  ),
  asking('requests without a token', 64, () =>
    gets('/readyz', '/healthz', '/v1/openapi.json', '/docs', '/nowhere'),
  ),
];
