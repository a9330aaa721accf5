import { randomUUID } from 'node:crypto';
import type { Attack, AttackScene } from './attack.js';
import {
  type Asked,
  ask,
  CHECK,
  countReplies,
  crowd,
  drip,
  numberList,
  requestText,
  upload,
} from './clients.js';
import { DAMAGED_REQUESTS } from './damaged-requests.js';
import { WORKBOOK_ATTACK } from './workbooks.js';

const DRIP_MS = 1_000;
const UNFINISHED_BYTES = 1_200_000;

const downloadOf = ({ doneTaskId, token }: AttackScene) =>
  requestText({ path: `/v1/verify/tasks/${doneTaskId}/download` }, token);
const eventsOf = ({ openTaskId, token }: AttackScene) =>
  requestText({ path: `/v1/verify/tasks/${openTaskId}/events` }, token);

/** Clients that send this text on each connection, and count the replies. */
const saying = (scene: AttackScene, connections: number, text: string) =>
  crowd(scene, connections, (socket) => {
    countReplies(socket, scene.tally);
    socket.write(text, 'latin1');
  });

/** Sends another request for each reply that begins. node:http takes longer to send than the server to answer. */
const flood = (scene: AttackScene, connections: number, text: string) =>
  crowd(scene, connections, (socket) => {
    countReplies(socket, scene.tally, (count) => socket.write(text.repeat(count)));
    socket.write(text);
  });

/** Begins a request on each connection, and goes on with it a byte a second. */
const slowly = (scene: AttackScene, connections: number, begin: string, piece: string) =>
  crowd(scene, connections, (socket) => {
    countReplies(socket, scene.tally);
    socket.write(begin);
    drip(socket, piece, DRIP_MS);
  });

/** Clients that hold connections, send requests ahead, do not read, or hang up. */
const CONNECTION_ATTACKS: readonly Attack[] = [
  {
    name: '4 connections, 5,000 pipelined event streams each',
    run: (scene) => saying(scene, 4, eventsOf(scene).repeat(5_000)),
  },
  {
    name: '100 connections, 30 pipelined downloads each, not read',
    run: (scene) => crowd(scene, 100, (socket) => socket.write(downloadOf(scene).repeat(30))),
  },
  {
    name: '100 connections, 1,000 pipelined checks each',
    run: (scene) => saying(scene, 100, requestText(CHECK, scene.token).repeat(1_000)),
  },
  {
    name: '20 connections, checks pipelined and hung up',
    run: (scene) =>
      crowd(scene, 20, (socket) => {
        socket.write(requestText(CHECK, scene.token).repeat(30), () => setImmediate(() => socket.destroy()));
      }),
  },
  { name: '2,000 idle connections', run: (scene) => saying(scene, 2_000, '') },
  {
    name: '1,000 slow headers',
    run: (scene) => slowly(scene, 1_000, 'GET /v1/credits HTTP/1.1\r\nHost: localhost\r\n', 'X-Slow: 1\r\n'),
  },
  {
    name: '500 slow bodies',
    run: (scene) =>
      slowly(scene, 500, requestText({ ...CHECK, body: '{"phone":"' }, scene.token, 10_000), '1'),
  },
  {
    name: '300 downloads that are not read',
    run: (scene) => crowd(scene, 300, (socket) => socket.write(downloadOf(scene))),
  },
  {
    name: '100 downloads that are read slowly',
    run: (scene) =>
      crowd(scene, 100, (socket) => {
        socket.write(downloadOf(scene));
        const timer = setInterval(() => socket.read(1_024), DRIP_MS);
        socket.once('close', () => clearInterval(timer));
      }),
  },
  { name: '1,000 event streams', run: (scene) => saying(scene, 1_000, eventsOf(scene)) },
  {
    name: '150 unfinished uploads of 1.2 MB',
    run(scene) {
      const half = upload(numberList(UNFINISHED_BYTES / 24));
      return saying(scene, 150, requestText(half, scene.token, 2 * UNFINISHED_BYTES));
    },
  },
  {
    name: 'uploads hung up after their last byte',
    run(scene) {
      let serial = 0;
      const text = requestText(upload(numberList(200)), scene.token);
      return crowd(scene, 8, (socket) => {
        const afterMs = serial++ % 15;
        countReplies(socket, scene.tally);
        socket.write(text, () => setTimeout(() => socket.destroy(), afterMs));
      });
    },
  },
  {
    name: 'a flood of checks over 200 connections',
    run: (scene) => flood(scene, 200, requestText(CHECK, scene.token)),
  },
  {
    name: 'a flood of lists over 200 connections',
    run: (scene) => flood(scene, 200, requestText({ path: '/v1/verify/tasks?limit=100' }, scene.token)),
  },
];

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
const REQUEST_ATTACKS: readonly Attack[] = [
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

/** Every attack, in the order of the drill. */
export const ATTACKS: readonly Attack[] = [
  ...CONNECTION_ATTACKS,
  ...REQUEST_ATTACKS,
  WORKBOOK_ATTACK,
  DAMAGED_REQUESTS,
];
