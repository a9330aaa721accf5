import { readFile, stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { interruptOf, startTrial } from '../fixtures/trial-host.fixture.js';

describe('dialproof login', () => {
  it('keeps a token that the server knows, for its owner alone', async () => {
    const { run, server, settingsFile, token } = await startTrial();
    const signedIn = await run(['login', '--url', server.baseUrl], { env: {}, stdin: `${token}\n` });
    expect(signedIn).toMatchObject({ exitCode: 0, stdout: '' });
    expect(signedIn.stderr).not.toContain(token);
    expect((await stat(settingsFile)).mode & 0o777).toBe(0o600);
    expect((await run(['credits'], { env: {} })).stdout).toContain('100 credits available');
    expect((await run(['credits', '--url', 'http://other.example'], { env: {} })).exitCode).toBe(5);
    expect((await run(['logout'], { env: {} })).exitCode).toBe(0);
    expect(await readFile(settingsFile, 'utf8')).not.toContain(token);
    expect((await run(['credits'], { env: {} })).exitCode).toBe(5);
  });

  it('asks a person for the token, and shows none of it', async () => {
    const { run, server, token } = await startTrial();
    const { exitCode, stderr } = await run(['login', '--url', server.baseUrl], {
      env: {},
      typed: `${token}\n`,
    });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('Token for');
    expect(stderr).not.toContain(token);
  });

  it('says so when commands use DIALPROOF_TOKEN in place of the token', async () => {
    const { run, server, token } = await startTrial();
    const login = ['login', '--url', server.baseUrl];
    const signedIn = await run(login, { env: { DIALPROOF_TOKEN: 'another' }, stdin: token });
    expect([signedIn.exitCode, signedIn.stderr]).toEqual([
      0,
      expect.stringMatching(/\nDIALPROOF_TOKEN is set: /),
    ]);
    expect((await run(login, { env: {}, stdin: token })).stderr).not.toContain('DIALPROOF_TOKEN');
  });

  it('keeps nothing of a person who types Ctrl+D', async () => {
    const { run, server, settingsFile } = await startTrial();
    const { exitCode, stderr } = await run(['login', '--url', server.baseUrl], { env: {}, typed: '\x04' });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('There was no token.')]);
    await expect(stat(settingsFile)).rejects.toThrow();
  });

  it('ends when it is interrupted while it asks', async () => {
    const { run, server } = await startTrial();
    const interrupt = new AbortController();
    const { exitCode } = await run(['login', '--url', server.baseUrl], {
      env: {},
      typed: '',
      signal: interrupt.signal,
      onStderr: () => setImmediate(() => interruptOf(interrupt)),
    });
    expect(exitCode).toBe(130);
  });

  it.each(['http://phones.example.com', 'HTTP://127.evil.example:3000', 'http://10.0.0.5', 'http://[::2]'])(
    'sends no token unencrypted to %s',
    async (url) => {
      const { run, settingsFile } = await startTrial();
      const { exitCode, stdout, stderr } = await run(['login', '--url', url], {
        env: {},
        stdin: 'a-token',
        fetch: () => expect.unreachable(),
      });
      expect([exitCode, stdout, stderr]).toEqual([
        2,
        '',
        `login would send your token unencrypted to ${new URL(url).hostname}. Use its https address.\n`,
      ]);
      await expect(stat(settingsFile)).rejects.toThrow();
    },
  );

  it.each(['http://localhost:1', 'http://127.1.2.3:1', 'http://[::1]:1', 'https://phones.example.com'])(
    'sends a token to %s',
    async (url) => {
      const { run } = await startTrial();
      const { exitCode, stderr } = await run(['login', '--url', `${url}/`], {
        env: {},
        stdin: 'a-token',
        fetch: async () => Response.json({ available: 1, held: 0 }),
      });
      expect([exitCode, stderr]).toEqual([
        0,
        expect.stringContaining(`Signed in to ${url}: 1 credit available.`),
      ]);
    },
  );

  it('names a server that is not there, and keeps nothing', async () => {
    const { run, settingsFile } = await startTrial();
    const url = 'http://localhost:3000';
    const { exitCode, stderr } = await run(['login', '--url', url], {
      env: {},
      stdin: 'a-token',
      fetch: async () => {
        const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
        throw new TypeError('fetch failed', { cause });
      },
    });
    expect([exitCode, stderr]).toEqual([7, expect.stringContaining(`Nothing answers at ${url} `)]);
    await expect(stat(settingsFile)).rejects.toThrow();
  });

  it('keeps no token that the server does not know', async () => {
    const { run, server, settingsFile } = await startTrial();
    const { exitCode } = await run(['login', '--url', server.baseUrl], { env: {}, stdin: 'wrong' });
    expect(exitCode).toBe(5);
    await expect(stat(settingsFile)).rejects.toThrow();
  });
});
