import { readFile, stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES } from './command-line/command-table.js';
import { interruptOf, startTrial } from './fixtures/trial-host.fixture.js';

describe('dialproof', () => {
  it('shows its help on one screen', async () => {
    const { run } = await startTrial();
    const { exitCode, stdout } = await run(['--help']);
    expect(exitCode).toBe(0);
    for (const name of COMMAND_NAMES) expect(stdout).toContain(`  ${name}`);
    expect((await run([])).exitCode).toBe(2);
  });

  it.each([undefined, ...COMMAND_NAMES])('has a help for %s that fits 80 by 24', async (name) => {
    const { run } = await startTrial();
    const { stdout } = await run(name === undefined ? ['--help'] : [name, '--help']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it.each([
    [['unknown'], 'There is no command unknown'],
    [['verify'], 'Name a number'],
    [['verify', '--nonsense', '+1'], "Unknown option '--nonsense'"],
    [['tasks', '--limit', 'many'], '--limit takes a whole number'],
    [['tasks', '--status', 'ready'], '--status takes queued or processing or done or failed'],
    [['file'], 'Name a file'],
    [['file', 'a.csv', 'b.csv'], 'One file'],
    [['file', 'a.csv', '--out', './a.csv'], 'would replace'],
    [['file', 'a.csv', '--status', 'dead,dead'], 'none twice'],
    [['cancel'], 'Name a task'],
    [['delete', 'an-id'], 'add --yes'],
    [['completions', 'csh'], 'Name a shell'],
    [['login', 'a-token'], 'asks for it'],
  ])('refuses the command line %j', async (args, said) => {
    const { run } = await startTrial();
    const { exitCode, stderr } = await run(args);
    expect(stderr).toContain(said);
    expect(exitCode).toBe(2);
  });

  it('says when the server is away', async () => {
    const { run } = await startTrial();
    const { exitCode, stderr } = await run(['credits', '--url', 'http://127.0.0.1:1'], {
      env: { DIALPROOF_TOKEN: 'a-token' },
      fetch: async () => {
        throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
      },
    });
    expect(exitCode).toBe(7);
    expect(stderr).toContain('ECONNREFUSED');
  });
});

describe('dialproof verify', () => {
  it('writes a line for each number, in their order', async () => {
    const { run } = await startTrial();
    const { exitCode, stdout } = await run(['verify', '+1 415 5550100', '-'], {
      stdin: '+14155550102\n\n +14165550103\n',
    });
    expect(stdout).toBe('+14155550100\twa_registered\n+14155550102\tdead\n+14165550103\tinactive\n');
    expect(exitCode).toBe(0);
  });

  it('continues after a refused number, and says so at the end', async () => {
    const { run } = await startTrial();
    const { exitCode, stdout, stderr } = await run(['verify', 'none', '+14155550102', '--json']);
    const [refused, verified] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(refused).toEqual({ input: 'none', error: 'invalid_phone' });
    expect(verified).toMatchObject({ phone: '+14155550102', status: 'dead' });
    expect(stderr).toContain('none: ');
    expect(exitCode).toBe(4);
  });

  it('writes the answers besides a failure, and checks no more', async () => {
    const { run } = await startTrial();
    let asked = 0;
    const { exitCode, stdout } = await run(['verify', '-'], {
      stdin: '+14155550100\n+14155550102\n'.repeat(20),
      fetch: async (url, init) => {
        asked += 1;
        return asked === 1
          ? Response.json({ detail: 'insufficient_credits' }, { status: 402 })
          : fetch(url, init);
      },
    });
    expect(exitCode).toBe(6);
    expect(asked).toBe(10);
    expect(stdout.trimEnd().split('\n')).toHaveLength(9);
    expect(stdout).toMatch(/^\+14155550102\tdead\n/);
  });

  it('ends when there are no credits left', async () => {
    const { run } = await startTrial(1);
    const { exitCode } = await run(['verify', '+14155550102', '+14165550102']);
    expect(exitCode).toBe(6);
  });

  it('shows colours to a terminal, unless NO_COLOR is set', async () => {
    const { run, server, token } = await startTrial();
    expect((await run(['verify', '+14155550102'], { typed: '' })).stdout).toContain('\x1b[31mdead');
    const env = { DIALPROOF_URL: server.baseUrl, DIALPROOF_TOKEN: token, NO_COLOR: '1' };
    expect((await run(['verify', '+14155550102'], { typed: '', env })).stdout).toBe('+14155550102\tdead\n');
  });
});

describe('dialproof login', () => {
  it('keeps a token that the server knows, for its owner alone', async () => {
    const { run, server, settingsFile, token } = await startTrial();
    const signedIn = await run(['login', '--url', server.baseUrl], { env: {}, stdin: `${token}\n` });
    expect(signedIn).toMatchObject({ exitCode: 0, stdout: '' });
    expect(signedIn.stderr).not.toContain(token);
    expect((await stat(settingsFile)).mode & 0o777).toBe(0o600);
    expect((await run(['credits'], { env: {} })).stdout).toContain('100 available');
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

  it('keeps no token that the server does not know', async () => {
    const { run, server, settingsFile } = await startTrial();
    const { exitCode } = await run(['login', '--url', server.baseUrl], { env: {}, stdin: 'wrong' });
    expect(exitCode).toBe(5);
    await expect(stat(settingsFile)).rejects.toThrow();
  });
});
