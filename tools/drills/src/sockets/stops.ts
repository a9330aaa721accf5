import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { attackedServer } from '../server/attacked-server.js';
import { rawConnection, requestHead } from '../server/raw-connection.js';

export interface Stop {
  readonly how: string;
  readonly ms: number;
}

/** Stops a server while a client has sent half of a JSON body, and another half of a file. */
export async function stopWithHalfBodies(): Promise<Stop> {
  const server = await attackedServer({});
  const { token } = server.account;
  try {
    const json = { 'content-type': 'application/json', 'content-length': '100' };
    const form = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100000' };
    const halves = [
      `${requestHead('POST /v1/verify', token, json)}{"phone":`,
      `${requestHead('POST /v1/verify/batch', token, form)}--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nphone\n`,
    ];
    const sockets = await Promise.all(halves.map(() => rawConnection(server.port)));
    for (const [index, socket] of sockets.entries()) socket.write(halves[index] ?? '');
    // This reply shows that the server has read the earlier bytes.
    await fetch(`http://127.0.0.1:${server.port}/healthz`);
    const stop = await server.stop();
    for (const socket of sockets) socket.destroy();
    return stop;
  } finally {
    await server.end();
  }
}

/** Stops a server while a client has requested a large result but reads none of it. */
export async function stopWithStalledDownload(rows: number): Promise<Stop> {
  const server = await attackedServer({});
  try {
    const taskId = await server.submit(rows, 2_000);
    await server.ended(taskId);
    const socket = await rawConnection(server.port);
    const head = requestHead(`GET /v1/verify/tasks/${taskId}/download`, server.account.token);
    socket.write(head);
    await once(socket, 'readable');
    const stop = await server.stop();
    socket.destroy();
    return stop;
  } finally {
    await server.end();
  }
}

/** Stops a server whose log goes into a full pipe without a reader. */
export async function stopWithStuckLog(requests: number): Promise<Stop> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-drill-'));
  const path = join(folder, 'log');
  await promisify(execFile)('mkfifo', [path]);
  const pipe = openSync(path, 'r+');
  const server = await attackedServer({ logTo: pipe });
  try {
    for (let sent = 0; sent < requests; sent += 1) {
      await (await fetch(`http://127.0.0.1:${server.port}/healthz`)).text();
    }
    return await server.stop();
  } finally {
    await server.end();
    closeSync(pipe);
    await rm(folder, { recursive: true });
  }
}
