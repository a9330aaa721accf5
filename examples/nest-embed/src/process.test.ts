import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { trialFolder } from './trial-app.fixture.js';
import { TrialUser } from './trial-user.fixture.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

// The one thing here that a machine with Node and npm may lack.
const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** The application as `npm run nest-embed` runs it, without the second that npm takes, and what it said once it was there. */
async function start(dataDirectory: string, environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['tools/run/nest-embed.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIRECTORY: dataDirectory, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'close').then(([code]) => code);
  const output = { stdout: '', stderr: '' };
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk;
      if (output.stdout.includes('Ctrl+C')) resolve();
    });
    exited.then(() => resolve());
  });
  return { child, exited, output, origin: /http:\/\/[\d.:]+/.exec(output.stdout)?.[0] ?? '' };
}

describe('npm run nest-embed', () => {
  it.skipIf(!hasCurl)('prints lines that work as pasted', async () => {
    const { output, child, exited } = await start(await trialFolder());
    expect(output.stdout).toMatch(/MADE UP/);
    const lines = output.stdout.split('\n').filter((line) => /^(?:TOKEN=|curl |printf )/.test(line));
    const { stdout } = await run('sh', ['-c', lines.join('\n')], { cwd: '/' });
    const replies = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(replies).toMatchObject([
      { phone: '+14155550101', status: 'telegram_registered' },
      { phone: '+14155550100', status: 'wa_registered' },
      { total: 3, status: 'queued' },
      // The file may be on its way still.
      { credits: expect.any(Number), paid_at: null },
      { credit_limit: 100, charges: expect.arrayContaining([expect.objectContaining({ credits: 1 })]) },
    ]);
    child.kill('SIGINT');
    expect(await exited).toBe(0);
  });

  it('ends although a client keeps a connection on which it has asked for nothing', async () => {
    const { child, exited, origin } = await start(await trialFolder());
    const { hostname, port } = new URL(origin);
    const connection = connect(Number(port), hostname);
    onTestFinished(() => void connection.destroy());
    await once(connection, 'connect');
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  });

  it.each([
    ['SIGTERM', 0],
    ['SIGKILL', null],
  ] as const)('loses nothing by a %s in the middle of a task', async (signal, exitCode) => {
    const dataDirectory = await trialFolder();
    const first = await start(dataDirectory);
    const ann = await TrialUser.signUp(first.origin);
    // The sandbox takes two seconds for the first of them.
    const taskId = await ann.submitted('phone\n+14155550105\n+14155550102\n');
    await expect.poll(() => ann.task(taskId)).not.toMatchObject({ status: 'queued' });
    first.child.kill(signal);
    expect(await first.exited).toBe(exitCode);

    const second = await start(dataDirectory);
    const later = ann.at(second.origin);
    await later.reaches(taskId, 'done');
    expect(await later.wallet()).toEqual({ used: 2, held: 0 });
    expect(await later.charges()).toEqual([{ credits: 2, task_id: taskId }]);
  });

  it.each([
    [{ PORT: 'http' }, /^PORT has to be a number from 0 to 65535, not "http"\n$/],
    // Nest has logged it before, with its stack.
    [{ DATA_DIRECTORY: './package.json/data' }, /\nENOTDIR: [^\n]*\n$/],
  ])(
    'says what is wrong with %o in its last line, and ends with exit code 1',
    async (environment, sentence) => {
      const { exited, output } = await start(await trialFolder(), environment);
      expect(await exited).toBe(1);
      expect(output).toEqual({ stdout: '', stderr: expect.stringMatching(sentence) });
    },
  );
});
