import assert from 'node:assert/strict';
import { eventually } from '../../runner/eventually.js';
import type { Api } from './api.js';
import type { MountedServer } from './mounted-server.js';

/** Expects that a refused request of an account has left nothing: no credit spent or held, no draft, no temp file. */
export async function expectNothingLeft(server: MountedServer, api: Api, available: number): Promise<void> {
  assert.deepEqual({ ...(await api.balance()) }, { available, held: 0 });
  assert.deepEqual([...(await server.leftovers())], []);
}

/** So many looks in a row must find nothing: the server may begin late with a request that its client has given up. */
const QUIET_LOOKS = 10;

/** Expects the same after some time, for a request whose end the client does not see. */
export async function expectNothingLeftInTheEnd(
  server: MountedServer,
  api: Api,
  available: number,
): Promise<void> {
  let quiet = 0;
  await eventually(async () => {
    const [left, { held }] = [await server.leftovers(), await api.balance()];
    quiet = left.length === 0 && held === 0 ? quiet + 1 : 0;
    return quiet === QUIET_LOOKS ? true : undefined;
  });
  assert.deepEqual({ ...(await api.balance()) }, { available, held: 0 });
}
