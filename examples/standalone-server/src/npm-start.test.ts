import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { hasCurl, startExample } from '../../../tools/tests/fixtures/example-process.fixture.js';
import { trialFolder } from '../../../tools/tests/fixtures/trial-folder.fixture.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

/** The command of `npm start`, without npm's second. */
const FAST_START = [process.execPath, 'tools/run/example.mjs', 'standalone-server', 'start'];

/** The program itself: `start` shows that the command before it installs and builds, and passes arguments on. */
const PROGRAM = 'examples/standalone-server/dist/main.js';

/** The server as `npm start` runs it, and its output once it is ready. */
async function start(dataDirectory: string, environment: NodeJS.ProcessEnv = {}, command = FAST_START) {
  const settings = { NODE_ENV: '', DIALPROOF_DATA_DIR: dataDirectory, ...environment };
  const started = await startExample(command, settings);
  return { ...started, token: /dp_\w+_[\w-]+/.exec(started.output.stdout)?.[0] ?? '' };
}

async function account(dataDirectory: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [PROGRAM, 'account', ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', DIALPROOF_DATA_DIR: dataDirectory },
  });
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}

// Most of these tests start several programs one after another, so they have a longer time limit.
describe('npm start', () => {
  it.skipIf(!hasCurl)('prints lines for curl that work as pasted into bash and into sh', async () => {
    const { output, exited, child, origin } = await start(await trialFolder());
    expect(output.stdout).toMatch(/MADE UP/);
    const [, one = ''] = /^(TOKEN=[\s\S]*)\n\nA file/m.exec(output.stdout) ?? [];
    const { stdout: examples } = await run(process.execPath, [PROGRAM, 'start', '--examples'], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: '', PORT: new URL(origin).port },
    });
    const paste = async (shell: string) =>
      (await run(shell, ['-c', `${one}\n${examples.slice(examples.indexOf('API='))}`], { cwd: '/' })).stdout;
    // Both at once, since the sandbox takes its time over the file.
    for (const printed of await Promise.all(['bash', 'sh'].map(paste))) {
      const [welcomed = '', number = '', progress = '', header, first, ...rows] = printed
        .trimEnd()
        .split(/\r?\n/);
      for (const answer of [welcomed, number]) {
        expect(JSON.parse(answer)).toMatchObject({ phone: '+14155550100', status: 'wa_registered' });
      }
      expect(JSON.parse(progress)).toMatchObject({ total: 20 });
      expect(header).toBe('Customer,Phone number,Note,verification_status');
      expect(first).toMatch(/^Customer 1,.*,wa_registered$/);
      expect(rows).toHaveLength(19);
    }
    child.kill('SIGINT');
    expect(await exited).toBe(0);
  });

  it('stops in order when npm gets the SIGTERM in the middle of a task, and finishes the task after the next start', async () => {
    const dataDirectory = await trialFolder();
    const slowly = { DIALPROOF_SANDBOX_DELAY_MS: '60000', DIALPROOF_CHECK_DEADLINE_MS: '60000' };
    const first = await start(dataDirectory, slowly, ['npm', 'start']);
    const headers = { authorization: `Bearer ${first.token}` };
    const body = new FormData();
    body.append('file', new Blob(['phone\n+14155550100\n+14155550102\n']), 'two.csv');
    const response = await fetch(`${first.origin}/v1/verify/batch`, { method: 'POST', headers, body });
    const taskId = String(Reflect.get(Object(await response.json()), 'task_id'));
    const poll = async (origin: string) =>
      (await fetch(`${origin}/v1/verify/tasks/${taskId}`, { headers })).json();
    await expect.poll(() => poll(first.origin)).toMatchObject({ status: 'processing' });
    first.child.kill('SIGTERM');
    await first.exited;
    expect(first.output.stderr).toMatch(/"msg":"stopped"/);

    const second = await start(dataDirectory);
    expect(second.output.stdout).toContain('was shown at the first start');
    // In another terminal, where the settings of the server are not set.
    const [, another = ''] = /^TOKEN=\$\((.*)\)$/m.exec(second.output.stdout) ?? [];
    const terminal: NodeJS.ProcessEnv = { ...process.env, DATABASE_URL: '', DIALPROOF_DATA_DIR: undefined };
    const { stdout: otherToken } = await run('sh', ['-c', another], { cwd: root, env: terminal });
    const credits = await fetch(`${second.origin}/v1/credits`, {
      headers: { authorization: `Bearer ${otherToken.trim()}` },
    });
    expect(await credits.json()).toEqual({ available: 25, held: 0 });
    await expect.poll(() => poll(second.origin)).toMatchObject({ status: 'done', processed: 2 });
    second.child.kill('SIGTERM');
    expect(await second.exited).toBe(0);
  });

  it('lets accounts be managed and evidence be imported while it runs', async () => {
    const dataDirectory = await trialFolder();
    const checkers = join(dataDirectory, 'checkers.json');
    await writeFile(checkers, '{"checkers": [{"checker": "evidence"}, {"checker": "sandbox"}]}');
    const { origin, token } = await start(dataDirectory, { DIALPROOF_CHECKERS_FILE: checkers });
    const other = await account(dataDirectory, 'create', '--credits', '25');
    const credits = () => fetch(`${origin}/v1/credits`, { headers: { authorization: `Bearer ${other}` } });
    expect(await (await credits()).json()).toEqual({ available: 25, held: 0 });
    await account(dataDirectory, 'suspend', '--token', other);
    const refused = await credits();
    expect([refused.status, await refused.json()]).toMatchObject([403, { detail: 'account_suspended' }]);
    expect(await account(dataDirectory, 'balance', '--token', other)).toBe('25');

    const file = join(dataDirectory, 'seen.csv');
    await writeFile(file, `number,app,seen_at\n+14155550102,whatsapp,${new Date().toISOString()}\n`);
    const { stderr, stdout } = await run(process.execPath, [PROGRAM, 'evidence', 'import', file], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: '', DIALPROOF_DATA_DIR: dataDirectory },
    });
    expect([stdout, stderr]).toEqual(['1 row recorded, 0 rows left out.\n', '100% | 1 row\n']);
    const response = await fetch(`${origin}/v1/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"phone":"+14155550102"}',
    });
    expect(await response.json()).toMatchObject({ status: 'wa_registered' });
  });

  // Each sentence has its test in `settings` and `stop.test.ts`.
  it('refuses a wrong setting in a sentence and with exit code 1', async () => {
    const { exited, output } = await start(await trialFolder(), { DIALPROOF_PORT: '80' });
    expect(await exited).toBe(1);
    const stderr = 'There is no setting DIALPROOF_PORT; --help lists those that exist.\n';
    expect(output).toEqual({ stdout: '', stderr });
  });

  it('refuses arguments of an account command that it does not know, with exit code 2', async () => {
    const refused = account(await trialFolder(), 'balance', '--tokn', 'dp_1');
    await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('--tokn') });
  });
});
