import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startLocalTrial } from '../fixtures/trial-host.fixture.js';
import { browserOf } from './open-command.js';

/** A trial in whose environment a browser writes the address that it opens into a file. */
async function trialWithBrowser() {
  const trial = await startLocalTrial();
  const browser = join(trial.folder, 'browser');
  const opened = join(trial.folder, 'opened');
  await writeFile(browser, `#!/bin/sh\nprintf %s "$1" > '${opened}.part'\nmv '${opened}.part' '${opened}'\n`);
  await chmod(browser, 0o755);
  return { ...trial, env: { BROWSER: browser }, opened };
}

describe('dialproof open', () => {
  it('opens the page of the server', async () => {
    const { run, env, opened } = await trialWithBrowser();
    expect(await run(['open'], { env, typed: '' })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'Opened http://localhost:3000/\n',
    });
    await expect.poll(() => readFile(opened, 'utf8').catch(() => '')).toBe('http://localhost:3000/');
  });

  it('prints the address without a terminal, for a task too', async () => {
    const { run, env } = await trialWithBrowser();
    expect(await run(['open', 'an-id', '--url', 'https://phones.example.com/v1'], { env })).toEqual({
      exitCode: 0,
      stdout: 'https://phones.example.com/#/tasks/an-id\n',
      stderr: '',
    });
  });

  it('prints the address without a browser', async () => {
    const { run } = await trialWithBrowser();
    for (const env of [{ SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, { BROWSER: '/none/browser' }]) {
      expect(await run(['open'], { env, typed: '' })).toEqual({
        exitCode: 0,
        stdout: 'http://localhost:3000/\n',
        stderr: '',
      });
    }
  });
});

describe('the program that opens an address', () => {
  it.each([
    ['darwin', {}, ['open']],
    ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler']],
    ['linux', { DISPLAY: ':0' }, ['xdg-open']],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open']],
    ['linux', { BROWSER: 'firefox' }, ['firefox']],
    ['linux', {}, undefined],
    ['darwin', { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, undefined],
  ] as const)('of %s with %j is %j', (platform, env, program) => {
    expect(browserOf(env, platform)).toEqual(program);
  });
});
