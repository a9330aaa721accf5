import { once } from 'node:events';
import { connect } from 'node:net';
import { OPERATIONS } from '@dialproof/http';
import { describe, expect, it } from 'vitest';
import { type TrialServer, trialServer } from './trial-server.fixture.js';

const UPLOADS = 30;
const TYPE = 'multipart/form-data; boundary=b';
const BODY =
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nphone\n+14155550188\n\r\n--b--\r\n';

/** Sends a whole file and hangs up with its last byte. */
async function sendAndHangUp({ port, token }: TrialServer, key: string): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `POST /v1/verify/batch HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nidempotency-key: ${key}\r\n` +
      `content-type: ${TYPE}\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
    () => socket.destroy(),
  );
  await once(socket, 'close');
}

async function repeat({ origin, token }: TrialServer, key: string) {
  const reply = await fetch(`${origin}/v1/verify/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': TYPE },
    body: BODY,
  });
  return { status: reply.status, taskId: String(Reflect.get(Object(await reply.json()), 'task_id')) };
}

describe('files whose clients hang up with the last byte', () => {
  it('are found by their keys and in the list, each once, and charged once', async () => {
    const server = await trialServer();
    const keys = Array.from({ length: UPLOADS }, (_, index) => `upload-${index}`);
    for (const key of keys) await sendAndHangUp(server, key);

    const found = new Set<string>();
    for (const key of keys) {
      // An upload that is still under way is 409 for a moment.
      await expect.poll(async () => (await repeat(server, key)).status).toBe(202);
      found.add((await repeat(server, key)).taskId);
    }
    expect(found.size).toBe(UPLOADS);

    const headers = { authorization: `Bearer ${server.token}` };
    const ask = async (path: string) => (await fetch(`${server.origin}${path}`, { headers })).json();
    const { tasks } = OPERATIONS.list.reply.shape.parse(await ask('/v1/verify/tasks?limit=100'));
    expect(new Set(tasks.map(({ task_id }) => task_id))).toEqual(found);
    await expect.poll(() => ask('/v1/credits')).toEqual({ available: 1_000_000 - UPLOADS, held: 0 });
  });
});
