import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const MODULE = new URL('./one-at-a-time.mjs', import.meta.url).href;

/** Writes a line when its step begins and one when it ends, 20 ms later or by the signal that kills it. */
const COMMAND = `
  import { appendFileSync, writeFileSync } from 'node:fs';
  import { oneAtATime } from '${MODULE}';
  const [lock, log, ending] = process.argv.slice(1);
  if (ending === 'reincarnated') writeFileSync(lock, String(process.pid));
  await oneAtATime(lock, async () => {
    appendFileSync(log, 'begin ' + process.pid + '\\n');
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (ending === 'killed') process.kill(process.pid, 'SIGKILL');
    if (ending === 'refused') process.exit(1);
    appendFileSync(log, 'end ' + process.pid + '\\n');
  }, (sentence) => console.error(sentence));
`;

async function trial(lockName = '.preparing') {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-lock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [lock, log] = [join(folder, lockName), join(folder, 'log')];
  await appendFile(log, '');
  await appendFile(join(folder, 'no-folder'), '');
  return {
    lock,
    run: async (ending = 'fine', onText = () => {}) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', COMMAND, '--', lock, log, ending], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      let stderr = '';
      child.stderr.on('data', (piece) => {
        stderr += piece;
        onText();
      });
      await once(child, 'close');
      return stderr;
    },
    lines: async () => (await readFile(log, 'utf8')).split('\n').filter((line) => line !== ''),
  };
}

describe('oneAtATime', () => {
  it('runs the steps of four processes one after another', async () => {
    const { lock, run, lines } = await trial();
    await Promise.all([run(), run(), run(), run()]);
    const told = await lines();
    expect(told).toHaveLength(8);
    for (let index = 0; index < told.length; index += 2)
      expect(told[index + 1]).toBe(told[index]?.replace('begin', 'end'));
    expect(existsSync(lock)).toBe(false);
  });

  it.each(['killed', 'refused'])('goes on after a process whose step was %s', async (ending) => {
    const { lock, run, lines } = await trial();
    await run(ending);
    expect(existsSync(lock)).toBe(ending === 'killed');
    expect(await run()).toBe('');
    expect(await lines()).toHaveLength(3);
  });

  it('goes on after a process that had its id, as in a container that is started again', async () => {
    const { lock, run, lines } = await trial();
    expect(await run('reincarnated')).toBe('');
    expect(await lines()).toHaveLength(2);
    expect(existsSync(lock)).toBe(false);
  });

  it('runs a step where no lock can be written, as over a built folder of somebody else', async () => {
    const { lock, run, lines } = await trial('no-folder/.preparing');
    expect(await run()).toBe('');
    expect(await lines()).toHaveLength(2);
    expect(existsSync(lock)).toBe(false);
  });

  it('says which process it waits for', async () => {
    const { lock, run } = await trial();
    await writeFile(lock, String(process.pid));
    const stderr = await run('fine', () => void rm(lock, { force: true }));
    expect(stderr).toContain(`Waiting for process ${process.pid}, which installs or builds here.`);
  });
});
