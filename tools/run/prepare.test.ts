import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';

const MODULE = new URL('./prepare.mjs', import.meta.url).href;

/** What `npm start` is while it installs: it waits for a command that would go on for ever. */
const PREPARING = `
  import { run } from '${MODULE}';
  await run(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log(process.pid)']);
  console.log('went on');
`;

/** As npm does, the command has started another one. */
const INSTALLING = `
  import { run } from '${MODULE}';
  await run('sh', ['-c', 'sleep 600 & echo $!; wait'], { stopSignal: 'SIGKILL' });
`;

/** Starts a command. Resolves to it, and to the process id that it prints. */
async function startOf(program: string) {
  const command = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: command.stdout })[Symbol.asyncIterator]();
  const started = Number((await lines.next()).value);
  onTestFinished(() => {
    for (const left of [started, command.pid ?? 0]) {
      try {
        process.kill(left, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  });
  return { command, started };
}

describe.skipIf(process.platform === 'win32')('a command that is killed while it installs or builds', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends what it has started, on %s', async (signal) => {
    const { command, started } = await startOf(PREPARING);
    const ended = once(command, 'exit');
    command.kill(signal);
    expect(await ended).toEqual([null, signal]);
    expect(() => process.kill(started, 0)).toThrow('ESRCH');
  });

  it('ends what npm has started, too', async () => {
    const { command } = await startOf(INSTALLING);
    // The output is closed when the last process that could print has ended.
    const closed = once(command, 'close');
    command.kill('SIGTERM');
    expect(await closed).toEqual([null, 'SIGTERM']);
  });
});
