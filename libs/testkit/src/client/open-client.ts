import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { DialproofClient, type DialproofClientOptions, isDialproofError } from '@dialproof/client';
import type { MountedAccount, MountedServer, OpenAccountRequest } from '../http/server/mounted-server.js';

/** Shorter pauses than this come before repeats and polls; longer ones are bounds. */
const SHORTEST_BOUND_MS = 10_000;

/** The machine's clock, with pauses that end at once. */
const hurriedClock = {
  now: () => performance.now(),
  sleep: (ms: number, signal?: AbortSignal) =>
    delay(ms < SHORTEST_BOUND_MS ? 1 : ms, undefined, signal === undefined ? {} : { signal }),
};

export interface AccountClient {
  readonly client: DialproofClient;
  readonly account: MountedAccount;
}

/** A new account of this server, and a client with its token. */
export async function openClient(
  server: MountedServer,
  {
    credits = 1_000,
    ...options
  }: Partial<DialproofClientOptions> & Partial<Pick<OpenAccountRequest, 'credits'>> = {},
): Promise<AccountClient> {
  const account = await server.openAccount({ credits, suspended: false });
  const { baseUrl } = server;
  const client = new DialproofClient({ baseUrl, token: account.token, clock: hurriedClock, ...options });
  return { client, account };
}

/** Rejects with this code. */
export async function refusedWith(code: string, promise: Promise<unknown>): Promise<void> {
  await assert.rejects(promise, (error) => {
    assert.ok(isDialproofError(error, code), `${String(error)} is not ${code}`);
    return true;
  });
}
