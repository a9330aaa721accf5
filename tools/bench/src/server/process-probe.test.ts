import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';

const PROBE = new URL('../../dist/server/process-probe.js', import.meta.url).href;

it('stops its process when the benchmark has ended', async () => {
  const child = spawn(process.execPath, ['--import', PROBE, '--eval', 'setInterval(() => {}, 1000)'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  child.send('figures');
  await once(child, 'message');
  child.disconnect();
  expect(await ended).toEqual([null, 'SIGTERM']);
});
