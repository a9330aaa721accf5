import { requestHead } from '../../server/raw-connection.js';
import type { Attack, AttackScene } from './attack.js';
import { countReplies, crowd, drip } from './crowd.js';

const DRIP_MS = 1_000;

/** Clients that hold connections and do little with them. */
export const CONNECTION_ATTACKS: readonly Attack[] = [
  {
    name: '2,000 idle connections',
    run: (scene) => crowd(scene, 2_000, (socket) => countReplies(socket, scene.tally)),
  },
  {
    name: '1,000 slow headers (slowloris)',
    run: (scene) =>
      crowd(scene, 1_000, (socket) => {
        countReplies(socket, scene.tally);
        socket.write('GET /v1/credits HTTP/1.1\r\nHost: localhost\r\n');
        drip(socket, 'X-Slow: 1\r\n', DRIP_MS);
      }),
  },
  {
    name: '1,000 slow bodies',
    run: (scene) =>
      Promise.all([slowBodies(scene, json(scene)), slowBodies(scene, form(scene))]).then(() => {}),
  },
  {
    name: '300 downloads that are not read',
    run: (scene) =>
      crowd(scene, 300, (socket) => {
        socket.write(requestHead(`GET /v1/verify/tasks/${scene.doneTaskId}/download`, scene.token));
      }),
  },
  {
    name: '100 downloads that are read slowly',
    run: (scene) =>
      crowd(scene, 100, (socket) => {
        socket.write(requestHead(`GET /v1/verify/tasks/${scene.doneTaskId}/download`, scene.token));
        const timer = setInterval(() => socket.read(1_024), DRIP_MS);
        socket.once('close', () => clearInterval(timer));
      }),
  },
];

function slowBodies(scene: AttackScene, begin: string): Promise<void> {
  return crowd(scene, 500, (socket) => {
    countReplies(socket, scene.tally);
    socket.write(begin);
    drip(socket, '1', DRIP_MS);
  });
}

function json({ token }: AttackScene): string {
  const headers = { 'content-type': 'application/json', 'content-length': '10000' };
  return `${requestHead('POST /v1/verify', token, headers)}{"phone":"`;
}

function form({ token }: AttackScene): string {
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '1000000' };
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nphone\n';
  return requestHead('POST /v1/verify/batch', token, headers) + part;
}
