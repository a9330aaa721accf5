import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { ManualClock, systemClock } from '@dialproof/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { send } from '../delivery/send.js';
import { Receiver } from '../receiver.fixture.js';
import { ADA, trialWebhooks } from '../trial-webhooks.fixture.js';
import { AddressRules } from './address-rules.js';

const MESSAGE = { headers: {}, body: '{}' };

/** Counts the connections to a port of this machine. */
async function trap(host = '127.0.0.1', port = 0) {
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    socket.destroy();
  });
  server.listen(port, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // A TCP server's address is an object.
  return { connections, port: (server.address() as AddressInfo).port };
}

describe('a name whose addresses change', () => {
  it('is not connected to once it resolves to an address that is not allowed', async () => {
    const receiver = await Receiver.start();
    // The receiver's address stands for a public one.
    const { connections } = await trap('127.0.0.2', receiver.port);
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['::ffff:127.0.0.2'], ['169.254.169.254'], ['::1'], []];
    const made = trialWebhooks({ receiver, resolve: async () => answers.shift() ?? [] });
    await made.webhooks.create({ accountId: ADA, url: receiver.url, events: ['task.done'] });
    for (let tries = 0; tries < 6; tries += 1) {
      made.taskEnds();
      await made.webhooks.work();
    }
    expect(answers).toEqual([]);
    expect(receiver.received).toHaveLength(1);
    expect(connections).toEqual([]);
  });

  it('is resolved once in a delivery, so that the checked address is the connected one', async () => {
    const receiver = await Receiver.start();
    const answers = [['10.9.9.9', '127.0.0.1', '::1'], ['127.0.0.9']];
    let asked = 0;
    const outcome = await send(
      new URL(receiver.url),
      MESSAGE,
      {
        clock: systemClock,
        rules: new AddressRules({ allowNetworks: ['127.0.0.1'] }),
        resolve: async () => answers[asked++] ?? [],
        timeoutMs: 20_000,
        trustedCertificates: [receiver.certificate],
      },
      new AbortController().signal,
    );
    expect(outcome).toMatchObject({ kind: 'answered', status: 204 });
    expect(asked).toBe(1);
  });

  it('is checked even if it is an IP address, which is not resolved', async () => {
    const { connections, port } = await trap();
    const settings = {
      clock: new ManualClock(),
      rules: new AddressRules(),
      resolve: async () => ['8.8.8.8'],
      timeoutMs: 20_000,
      trustedCertificates: undefined,
    };
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', '127.0.0.1.']) {
      const url = new URL(`https://${host}:${port}/`);
      const outcome = await send(url, MESSAGE, settings, new AbortController().signal);
      expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('no public address') });
    }
    expect(connections).toEqual([]);
  });

  it('is awaited within the time for an answer', async () => {
    const clock = new ManualClock();
    const outcome = send(
      new URL('https://slow.test/'),
      MESSAGE,
      {
        clock,
        rules: new AddressRules(),
        resolve: () => new Promise(() => {}),
        timeoutMs: 20_000,
        trustedCertificates: undefined,
      },
      new AbortController().signal,
    );
    clock.advance(20_000);
    expect(await outcome).toEqual({
      kind: 'failed',
      failure: 'timed_out',
      reason: 'no answer within 20000 ms',
    });
    expect(clock.pending).toBe(0);
  });
});
