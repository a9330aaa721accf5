import { checkText, requestHead } from '../../server/raw-connection.js';
import type { Attack, AttackScene } from './attack.js';
import { countReplies, crowd } from './crowd.js';

interface Flood {
  readonly connections: number;
  /** The number of requests that each connection has under way. */
  readonly ahead: number;
  request(scene: AttackScene): string;
}

/** As many requests as the server can answer. They use raw connections, since node:http takes longer to send than the server to answer. */
export const FLOOD_ATTACKS: readonly Attack[] = [
  {
    name: 'a flood of checks over 200 connections',
    run: (scene) => flood(scene, { connections: 200, ahead: 1, request: ({ token }) => checkText(token) }),
  },
  {
    name: 'a flood of checks, 8 ahead on each of 50 connections',
    run: (scene) => flood(scene, { connections: 50, ahead: 8, request: ({ token }) => checkText(token) }),
  },
  {
    name: 'a flood of lists over 200 connections',
    run: (scene) =>
      flood(scene, {
        connections: 200,
        ahead: 1,
        request: ({ token }) => requestHead('GET /v1/verify/tasks?limit=100', token),
      }),
  },
  {
    name: 'a flood of downloads over 200 connections',
    run: (scene) =>
      flood(scene, {
        connections: 200,
        ahead: 1,
        request: ({ doneTaskId, token }) =>
          requestHead(`GET /v1/verify/tasks/${doneTaskId}/download?format=xlsx`, token),
      }),
  },
];

/** Sends another request for each reply that begins. */
function flood(scene: AttackScene, { connections, ahead, request }: Flood): Promise<void> {
  const text = request(scene);
  return crowd(scene, connections, (socket) => {
    countReplies(socket, scene.tally, (count) => socket.write(text.repeat(count)));
    socket.write(text.repeat(ahead));
  });
}
