import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';

const MODULE = new URL('./stop-with-npm.mjs', import.meta.url).href;

/** What npm runs: it tells its id, ticks, and says that it has stopped. */
const SERVER = `
  import { stopWithNpm } from '${MODULE}';
  void stopWithNpm();
  process.once('SIGTERM', () => process.stdout.write('stopped\\n', () => process.exit()));
  console.log(process.pid);
  setInterval(() => console.log('tick'), 250);
`;

/** Runs a command line in a shell, as npm does, and tells its own id. */
const NPM = `
  console.log(process.pid);
  require('node:child_process').spawn('sh', ['-c', process.argv[1]], { stdio: 'inherit' });
`;

/** Starts what it is given, as a terminal does that npm is started from. */
const TERMINAL = `
  require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit', detached: true });
`;

/** A server that npm runs by this line, in which `SERVER` is its command, and npm itself by a terminal. */
async function start(line: string, environment: NodeJS.ProcessEnv = { npm_lifecycle_event: 'start' }) {
  const server = `"$NODE" --input-type=module --eval "$SERVER"`;
  const terminal = spawn(
    process.execPath,
    ['-e', TERMINAL, '--', '-e', NPM, '--', line.replace('SERVER', server)],
    {
      env: { PATH: process.env['PATH'], NODE: process.execPath, SERVER, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: terminal.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string | undefined> => (await lines.next()).value;
  const [npm, pid] = [Number(await next()), Number(await next())];
  onTestFinished(() => {
    for (const left of [terminal.pid ?? 0, npm, pid]) {
      try {
        process.kill(left, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  });
  return {
    npm,
    terminal,
    ticks: async (count: number) => {
      for (let tick = 0; tick < count; tick += 1) expect(await next()).toBe('tick');
    },
    /** The last line, when nobody has the stream any more. */
    async last() {
      for (let line: string | undefined; ; ) {
        const following = await next();
        if (following === undefined) return line;
        line = following;
      }
    },
  };
}

describe.skipIf(process.platform === 'win32')('a process that npm runs', () => {
  it.each([
    ['a shell that waits for it', 'SERVER; true'],
    ['a shell that hands its process over', 'exec SERVER'],
  ])('stops in order when npm is killed, in %s', async (_shell, line) => {
    const { last, npm, ticks } = await start(line);
    await ticks(2);
    process.kill(npm, 'SIGKILL');
    expect(await last()).toBe('stopped');
  });

  it.each([
    ['a shell that waits for it', 'SERVER; true'],
    ['a shell that hands its process over', 'exec SERVER'],
  ])('goes on when the terminal of npm is gone, in %s', async (_shell, line) => {
    const { last, npm, terminal, ticks } = await start(line);
    await ticks(2);
    terminal.kill('SIGKILL');
    await once(terminal, 'exit');
    await ticks(4);
    process.kill(npm, 'SIGKILL');
    expect(await last()).toBe('stopped');
  });

  it('is left alone where npm has nothing to do with it', async () => {
    const { npm, ticks } = await start('SERVER; true', {});
    await ticks(2);
    process.kill(npm, 'SIGKILL');
    await ticks(4);
  });
});
