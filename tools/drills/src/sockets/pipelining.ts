import { setTimeout as delay } from 'node:timers/promises';
import { type AttackedServer, attackedServer } from '../server/attacked-server.js';
import { peakOf, processorMs, residentMb } from '../server/process-figures.js';
import { rawConnection, requestHead } from '../server/raw-connection.js';

export interface PipeliningFigures {
  /** The peak memory while the connections are open, and the memory after they were closed, above that of before, in MB. */
  readonly peakMb: number;
  readonly leftMb: number;
  /** The share of a processor that the server uses once they are closed. */
  readonly processorAfter: number;
  /** How the server ended on SIGTERM, and after how many milliseconds. */
  readonly stop: { readonly how: string; readonly ms: number };
}

export interface PipeliningAttack {
  readonly connections: number;
  readonly requests: number;
  /** How long the connections stay open, in milliseconds. */
  readonly openMs: number;
  /** How long the server is measured afterwards. */
  readonly lookMs: number;
}

/** Follows one unfinished task several times on each connection. */
export async function pipelinedEvents(attack: PipeliningAttack): Promise<PipeliningFigures> {
  return await attacked({ DIALPROOF_SANDBOX_DELAY_MS: '60000' }, attack, async (server) => {
    const taskId = await server.submit(10);
    return requestHead(`GET /v1/verify/tasks/${taskId}/events`, server.account.token);
  });
}

/** Requests one result several times on each connection, and reads nothing of it. */
export async function pipelinedDownloads(attack: PipeliningAttack): Promise<PipeliningFigures> {
  return await attacked({}, attack, async (server) => {
    const taskId = await server.submit(9_000);
    await server.ended(taskId);
    return requestHead(`GET /v1/verify/tasks/${taskId}/download`, server.account.token);
  });
}

/** Requests slow checks, and closes the connections. */
export async function pipelinedChecks(attack: PipeliningAttack): Promise<PipeliningFigures> {
  return await attacked({ DIALPROOF_SANDBOX_DELAY_MS: '500' }, attack, async (server) => {
    const body = '{"phone":"+14155550100"}';
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    return requestHead('POST /v1/verify', server.account.token, headers) + body;
  });
}

async function attacked(
  settings: NodeJS.ProcessEnv,
  { connections, requests, openMs, lookMs }: PipeliningAttack,
  prepare: (server: AttackedServer) => Promise<string>,
): Promise<PipeliningFigures> {
  const server = await attackedServer({ settings: { ...settings, DIALPROOF_LOG_LEVEL: 'warn' } });
  try {
    const request = await prepare(server);
    const before = residentMb(server.pid);
    const sockets = await Promise.all(Array.from({ length: connections }, () => rawConnection(server.port)));
    for (const socket of sockets) socket.write(request.repeat(requests));
    const peakMb = await peakOf(server.pid, openMs);
    for (const socket of sockets) socket.destroy();
    const [usedMs, from] = [processorMs(server.pid), performance.now()];
    await delay(lookMs);
    const processorAfter = (processorMs(server.pid) - usedMs) / (performance.now() - from);
    const leftMb = residentMb(server.pid) - before;
    return { peakMb: peakMb - before, leftMb, processorAfter, stop: await server.stop() };
  } finally {
    await server.end();
  }
}
