import type { Attack, AttackScene } from './attack.js';
import { CHECK, countReplies, crowd, drip, numberList, requestText, upload } from './clients.js';

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
export const CONNECTION_ATTACKS: readonly Attack[] = [
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
