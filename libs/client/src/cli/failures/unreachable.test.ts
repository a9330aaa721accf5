import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startLocalTrial } from '../fixtures/trial-host.fixture.js';

const env = { DIALPROOF_TOKEN: 'a-token' };

/** What `dialproof credits` says of a server whose connection ends like this. */
async function saidAfter(cause: unknown, url = 'https://phones.example.com') {
  const { run } = await startLocalTrial(env);
  return run(['credits', '--url', url], {
    fetch: async () => {
      throw new TypeError('fetch failed', { cause });
    },
  });
}

function systemError(code: string): Error {
  return Object.assign(new Error(`it failed with ${code}`), { code });
}

describe('a server that is not there', () => {
  it('is named, with what to do', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { run } = await startLocalTrial(env);
    expect(await run(['credits', '--url', `http://127.0.0.1:${port}`])).toEqual({
      exitCode: 7,
      stdout: '',
      stderr: `Nothing answers at http://127.0.0.1:${port} (ECONNREFUSED). Start the server, or name another one with --url.\n`,
    });
  });

  it.each([
    ['ENOTFOUND', 'There is no host phones.example.com (ENOTFOUND). Check the address and your network.'],
    ['EAI_AGAIN', 'There is no host phones.example.com (EAI_AGAIN). Check the address and your network.'],
    [
      'ETIMEDOUT',
      'https://phones.example.com does not answer (ETIMEDOUT). Check the address and your network.',
    ],
    ['ECONNRESET', 'The connection to https://phones.example.com broke off (ECONNRESET). Try again.'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'There is no https at https://phones.example.com '],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate of https://phones.example.com is not trusted '],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate of https://phones.example.com is not trusted '],
  ])('is explained by %s', async (code, said) => {
    const { exitCode, stdout, stderr } = await saidAfter(systemError(code));
    expect([exitCode, stdout, stderr]).toEqual([7, '', expect.stringContaining(said)]);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('is explained by the first of several addresses', async () => {
    const { stderr } = await saidAfter(
      new AggregateError([systemError('ECONNREFUSED'), systemError('ECONNREFUSED')]),
      'http://localhost:3000',
    );
    expect(stderr).toMatch(/^Nothing answers at http:\/\/localhost:3000 \(ECONNREFUSED\)\./);
  });

  it('is named without a code of the system', async () => {
    const { exitCode, stderr } = await saidAfter(new Error('bad port'), 'http://localhost:1');
    expect([exitCode, stderr]).toEqual([
      7,
      'Cannot connect to http://localhost:1. Fetch failed: bad port.\n',
    ]);
  });

  it.each([
    [
      new Response(null, { status: 301, headers: { location: 'https://phones.example.com/' } }),
      'The server redirects to https://phones.example.com/, give the address that it redirects to as --url.\n',
    ],
    [
      new Response('<html>', { status: 502 }),
      'http://phones.example.com is not available at present (502). Try again later.\n',
    ],
  ])('is behind another one: %#', async (reply, said) => {
    const { run } = await startLocalTrial(env);
    const url = 'http://phones.example.com';
    const { exitCode, stderr } = await run(['credits', '--url', url], { fetch: async () => reply.clone() });
    expect([exitCode, stderr]).toEqual([7, said]);
  });

  it('is not taken for one that answers with a page', async () => {
    const { run } = await startLocalTrial(env);
    const { exitCode, stderr } = await run(['credits', '--url', 'http://localhost:8080'], {
      fetch: async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    });
    expect([exitCode, stderr]).toEqual([
      7,
      'This does not look like a Dialproof server: http://localhost:8080. The reply is 200 with text/html, which this API does not answer with: is --url right?\n',
    ]);
  });
});
