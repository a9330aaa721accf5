import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What `npm run dialproof` runs: it looks first whether all is installed and built, which takes longer than the program. */
const LAUNCHER = join(root, 'tools/run/dialproof.mjs');
const PROGRAM = join(root, 'libs/client/dist/cli/main.js');

/** Eight hundred numbers that the sandbox takes two seconds for: sixteen seconds, a hundred at once. */
const SLOW = `phone\n${Array.from({ length: 800 }, (_, index) => `+19995555${String(index).padStart(3, '0')}\n`).join('')}`;

interface Started {
  readonly child: ChildProcess;
  readonly output: { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>;
}

/** A folder with two files, in which the program is started. It ends with the test. */
async function startTrial() {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-run-'));
  await writeFile(join(folder, 'people.csv'), 'phone\n+14155550100\n+14155550102\n');
  await writeFile(join(folder, 'slow.csv'), SLOW);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return {
    folder,
    found: async () => (await readdir(folder)).sort(),
    start(
      args: readonly string[],
      {
        stdout = 'pipe',
        env = {},
        script = PROGRAM,
      }: {
        readonly stdout?: 'pipe' | number;
        readonly env?: NodeJS.ProcessEnv;
        readonly script?: string;
      } = {},
    ): Started {
      const child = spawn(process.execPath, [script, 'file', '--local', '--yes', ...args], {
        cwd: folder,
        env: { ...process.env, npm_lifecycle_event: '', ...env },
        stdio: ['ignore', stdout, 'pipe'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const output = { stdout: '', stderr: '' };
      child.stdout?.on('data', (piece) => {
        output.stdout += piece;
      });
      child.stderr?.on('data', (piece) => {
        output.stderr += piece;
      });
      return { child, output, ended: once(child, 'close').then(([code]) => ({ code, ...output })) };
    },
  };
}

describe('npm run dialproof -- file --local', () => {
  it('finds a file as it is named from where npm was called', async () => {
    const { folder, found, start } = await startTrial();
    const env = { npm_lifecycle_event: 'dialproof', INIT_CWD: join(folder, 'here') };
    await mkdir(env.INIT_CWD);
    const { code } = await start(['../people.csv'], { env, script: LAUNCHER }).ended;
    expect([code, await found()]).toEqual([0, ['here', 'people-verified.csv', 'people.csv', 'slow.csv']]);
  });

  it.each([
    ['Ctrl+C', 'SIGINT', 130],
    ['its terminal is closed', 'SIGHUP', 129],
    ['it is told to end', 'SIGTERM', 143],
  ] as const)('keeps the answers that it has after %s', async (_, signal, exitCode) => {
    const { found, start } = await startTrial();
    const { child, output, ended } = start(['slow.csv']);
    await expect.poll(() => output.stderr).toMatch(/\d+ of 800 rows\n/);
    child.kill(signal);
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr, stdout }).toEqual({
      code: exitCode,
      stderr: expect.stringMatching(/\nStopping: .*\n(?:.*\n)*Stopped\.\n$/),
      stdout: expect.stringContaining('Wrote slow-verified.partial.csv\n'),
    });
    expect(await found()).toEqual(['people.csv', 'slow-verified.partial.csv', 'slow.csv']);
  });

  it('ends at once after a second Ctrl+C', async () => {
    const { found, start } = await startTrial();
    const { child, output, ended } = start(['slow.csv']);
    await expect.poll(() => output.stderr).toMatch(/\d+ of 800 rows\n/);
    child.kill('SIGINT');
    await expect.poll(() => output.stderr).toContain('Stopping:');
    // The same one again, as npm passes it on, is none.
    child.kill('SIGINT');
    // The calls under way take two seconds.
    const again = setInterval(() => child.kill('SIGINT'), 100);
    onTestFinished(() => clearInterval(again));
    expect((await ended).code).toBe(130);
    expect(await found()).toEqual(['people.csv', 'slow.csv']);
  });

  it.skipIf(!existsSync('/dev/full'))('keeps a result that the standard output has no room for', async () => {
    const { start } = await startTrial();
    const full = openSync('/dev/full', 'w');
    const { code, stderr } = await start(['people.csv', '--out', '-'], { stdout: full }).ended;
    expect(code).toBe(3);
    const [, kept = ''] =
      /The standard output cannot be written \(ENOSPC\)\. The result is in (\S+) instead\./.exec(stderr) ??
      [];
    expect(existsSync(kept)).toBe(true);
    await rm(dirname(kept), { recursive: true });
  });

  it('ends as `head` ends any program when its result is read no further', async () => {
    const { found, start } = await startTrial();
    const { child, ended } = start(['people.csv', '--out', '-']);
    child.stdout?.destroy();
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([
      141,
      expect.stringContaining('The standard output was closed before the end of the result.\n'),
    ]);
    expect(await found()).toEqual(['people.csv', 'slow.csv']);
  });

  it('writes the result when nobody reads what it says any more', async () => {
    const { found, start } = await startTrial();
    const { child, ended } = start(['people.csv']);
    child.stdout?.destroy();
    child.stderr?.destroy();
    expect((await ended).code).toBe(0);
    expect(await found()).toEqual(['people-verified.csv', 'people.csv', 'slow.csv']);
  });
});

describe('dialproof mcp', () => {
  it('serves the client of the protocol over stdio', async () => {
    const env = { DIALPROOF_TOKEN: 'dp_none' };
    const transport = new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp'], env });
    const assistant = new Client({ name: 'test', version: '1' });
    await assistant.connect(transport);
    const { tools } = await assistant.listTools();
    expect(tools.map(({ name }) => name)).toContain('preview_file');
    await assistant.close();
  });
});
