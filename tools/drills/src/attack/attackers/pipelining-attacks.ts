import { requestHead } from '../../server/raw-connection.js';
import type { Attack } from './attack.js';
import { countReplies, crowd } from './crowd.js';

/** Clients that ask many times without waiting for a reply. As many as may wait on a connection, and many more. */
export const PIPELINING_ATTACKS: readonly Attack[] = [
  {
    name: '4 connections, 5,000 pipelined event streams each',
    run: (scene) =>
      crowd(scene, 4, (socket) => {
        countReplies(socket, scene.tally);
        socket.write(
          requestHead(`GET /v1/verify/tasks/${scene.openTaskId}/events`, scene.token).repeat(5_000),
        );
      }),
  },
  {
    name: '100 connections, 90 pipelined downloads each',
    run: (scene) =>
      crowd(scene, 100, (socket) => {
        socket.write(
          requestHead(`GET /v1/verify/tasks/${scene.doneTaskId}/download`, scene.token).repeat(90),
        );
      }),
  },
  {
    name: '20 connections, checks pipelined and hung up',
    run: (scene) =>
      crowd(scene, 20, (socket) => {
        const body = '{"phone":"+14155550123"}';
        const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
        socket.write((requestHead('POST /v1/verify', scene.token, headers) + body).repeat(90), () =>
          setImmediate(() => socket.destroy()),
        );
      }),
  },
];
