import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { submit, trialServer, verify } from '../trial-server.fixture.js';

describe.skipIf(process.platform === 'win32')('a server whose data folder was deleted', () => {
  it('is not ready, and takes neither files nor numbers', async () => {
    const server = await trialServer();
    const readiness = async () => (await fetch(`${server.origin}/readyz`)).status;
    expect(await readiness()).toBe(200);
    await rm(server.settings.dataDirectory, { recursive: true });
    expect(await readiness()).toBe(503);
    const replies = [await submit(server, 'phone\n+14155550188\n'), await verify(server, '+14155550188')];
    for (const reply of replies) {
      expect(reply.status).toBe(503);
      expect(await reply.json()).toMatchObject({ detail: 'storage_unavailable' });
    }
  });
});
