import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { startLocalTrial, startTrial } from './fixtures/trial-host.fixture.js';

const COMMANDS = [
  ...['verify', 'file', 'preview', 'tasks', 'watch', 'download', 'changes', 'lists'],
  'suppressions',
  ...['cancel', 'retry', 'delete'],
  ...['credits', 'whoami', 'open', 'mcp', 'login'],
];

describe('dialproof', () => {
  it('shows its help on one screen', async () => {
    const { run } = await startLocalTrial();
    const { exitCode, stdout } = await run(['--help']);
    expect(exitCode).toBe(0);
    for (const name of COMMANDS) expect(stdout).toContain(`\n  ${name}`);
    for (const name of ['erase', 'logout']) expect(stdout).toContain(`; ${name} forgets`);
    expect(await run(['help'])).toMatchObject({ exitCode: 0, stdout });
    expect(await run([])).toEqual({ exitCode: 2, stdout: '', stderr: stdout });
  });

  it.each([undefined, ...COMMANDS, 'erase', 'logout', 'completions'])(
    'has a help for %s that fits 80 by 24 with the prompt below it',
    async (name) => {
      const { run } = await startLocalTrial();
      const { exitCode, stdout } = await run(name === undefined ? ['--help'] : [name, '--help']);
      expect([exitCode, stdout]).toEqual([
        0,
        expect.stringContaining(`Usage: dialproof ${name ?? '<command>'}`),
      ]);
      const lines = stdout.trimEnd().split('\n');
      expect(lines.length).toBeLessThanOrEqual(23);
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
    },
  );

  it('prints the version of its package', async () => {
    const { run } = await startLocalTrial();
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
    for (const option of ['--version', '-V'])
      expect(await run([option])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([
    [['fiel', 'a.csv'], "Unknown command 'fiel'. Did you mean file?\nSee dialproof --help."],
    [['nonsense'], "Unknown command 'nonsense'.\nSee dialproof --help."],
    [
      ['file', 'a.csv', '--contry', 'DE'],
      "Unknown option '--contry'. Did you mean --country?\nSee dialproof file --help.\n",
    ],
    [['verify'], "Missing required argument 'number'.\nSee dialproof verify --help.\n"],
    [
      ['tasks', '--limit', 'many'],
      "argument 'many' is invalid. It takes a whole number from 1 to 999,999,999.",
    ],
    [['tasks', '--status', 'ready'], 'Allowed choices are queued, processing, done, failed.'],
    [['file'], "Missing required argument 'file'."],
    [['file', 'a.csv', 'b.csv'], "Too many arguments for 'file'. Expected 1 argument but got 2."],
    [['file', 'a.csv', '--out', './a.csv'], 'would replace'],
    [['file', 'a.csv', '--out', '-', '--json'], 'would both go to the standard output'],
    [['file', 'a.csv', '--status', 'dead,dead'], 'each once'],
    [['file', 'a.csv', '--max-credits', '-1'], 'It takes a whole number from 0 to 999,999,999.'],
    [
      ['file', 'a.csv', '--max-credits', '9007199254740992'],
      'It takes a whole number from 0 to 999,999,999.',
    ],
    [['cancel'], "Missing required argument 'id'."],
    [['delete', 'an-id'], 'add --yes'],
    [['changes', 'an-id'], "Required option '--against <id>' not specified."],
    [['changes', 'an-id', '--against', 'x', '--csv', '-', '--json'], 'would both go to the standard output'],
    [['completions', 'csh'], 'Allowed choices are bash, zsh, fish.'],
    [['login', 'a-token'], 'It asks for it.'],
    [['--json', 'open'], 'dialproof open does not take --json.'],
    [['--url', 'localhost:3000', 'credits'], '"localhost:3000" is not the address of a server.'],
  ])('refuses the command line %j', async (args, said) => {
    const { run } = await startTrial();
    const { exitCode, stdout, stderr } = await run(args);
    expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining(said)]);
  });

  it('takes the options of every command before the command, too', async () => {
    const { run, server, token } = await startTrial();
    const env = { DIALPROOF_TOKEN: token };
    const behind = await run(['credits', '--json', '--url', server.baseUrl], { env });
    expect(behind).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('"available":100') });
    expect(await run(['--json', '--url', server.baseUrl, 'credits'], { env })).toEqual(behind);
  });

  it('takes everything behind -- as it is', async () => {
    const { run } = await startTrial();
    const { exitCode, stderr } = await run(['verify', '--', '--json']);
    expect([exitCode, stderr]).toEqual([4, expect.stringMatching(/^--json: .*\(invalid_phone/)]);
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
