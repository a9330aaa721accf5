import type { Socket } from 'node:net';
import { checkText, requestHead } from '../../server/raw-connection.js';
import type { Attack, AttackScene } from './attack.js';
import { countReplies, crowd } from './crowd.js';

/** Clients that send many requests without waiting for a reply: as many as may wait on a connection, and many more. */
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
    name: '200 connections, 100 pipelined checks each',
    run: (scene) => crowd(scene, 200, (socket) => sendAhead(socket, scene, 100)),
  },
  {
    name: '100 connections, 1,000 pipelined checks each, too many',
    run: (scene) => crowd(scene, 100, (socket) => sendAhead(socket, scene, 1_000)),
  },
  {
    name: '20 connections, checks pipelined and hung up',
    run: (scene) =>
      crowd(scene, 20, (socket) => {
        socket.write(checkText(scene.token).repeat(90), () => setImmediate(() => socket.destroy()));
      }),
  },
];

/** Sends this many checks at once, and as many again when all of them are answered. */
function sendAhead(socket: Socket, { tally, token }: AttackScene, count: number): void {
  const text = checkText(token).repeat(count);
  let open = count;
  countReplies(socket, tally, (replies) => {
    open -= replies;
    if (open > 0) return;
    open = count;
    socket.write(text);
  });
  socket.write(text);
}
