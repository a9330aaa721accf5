import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { serveScopedRegistry } from '../install-lines/scoped-registry.js';
import { makeNewMachine } from '../install-lines/toolchain.js';
import { outputOf } from '../run-process.js';
import { packedLibs } from './packed.fixture.js';

it('from nothing on Node 24, npx starts the server, and npx of the command line verifies a file with it', async () => {
  const packed = await packedLibs();
  const registry = await serveScopedRegistry(packed.libs);
  onTestFinished(() => registry.close());
  const folder = join(packed.hosts, 'new-machine');
  const env = await makeNewMachine(folder, '24', '11');
  await writeFile(join(folder, '.npmrc'), `@dialproof:registry=${registry.url}\n`);
  await writeFile(join(folder, 'people.csv'), 'name,phone\nAnn,+1 415 555 0100\n');

  const begun = performance.now();
  const server = spawn('npx', ['--yes', '@dialproof/server', 'start'], {
    cwd: folder,
    // In a group of its own, so that npx and the server end together.
    detached: true,
    env: { ...env, PORT: '0', DIALPROOF_DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  onTestFinished(async () => {
    process.kill(-(server.pid ?? 0), 'SIGTERM');
    await ended;
  });
  let welcome = '';
  for await (const piece of server.stdout) {
    welcome += piece;
    if (/TOKEN=\S+\s/.test(welcome) && /http:\/\/\S+\/v1/.test(welcome)) break;
  }
  const [, token = ''] = /TOKEN=(\S+)/.exec(welcome) ?? [];
  const [, url = ''] = /(http:\/\/\S+?)\/v1/.exec(welcome) ?? [];

  const args = ['--yes', '@dialproof/client', 'file', 'people.csv', '--yes', '--out', 'verified.csv'];
  const credentials = { DIALPROOF_URL: url, DIALPROOF_TOKEN: token };
  await outputOf('npx', args, folder, { ...env, ...credentials });
  expect(await readFile(join(folder, 'verified.csv'), 'utf8')).toMatch(
    /^Ann,\+1 415 555 0100,wa_registered/m,
  );
  console.log(`npx, from nothing to the result: ${Math.round((performance.now() - begun) / 1_000)} s`);
});
