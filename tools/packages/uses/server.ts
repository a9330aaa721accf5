import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createLog, readSettings, startServer } from '@dialproof/server';

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-use-'));
  const settings = readSettings({ PORT: '0', DIALPROOF_DATA_DIR: folder });
  const server = await startServer(settings, { log: createLog('silent', process.stderr) });
  try {
    const reply = await fetch(`http://127.0.0.1:${server.port}/v1/verify`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.firstAccount?.token}`,
        'content-type': 'application/json',
      },
      body: '{"phone":"+1 415-555-0100"}',
    });
    assert.equal(reply.status, 200);
    const page = await fetch(`http://127.0.0.1:${server.port}/`);
    assert.match(await page.text(), /<title>/);
    const docs = await fetch(`http://127.0.0.1:${server.port}/docs/swagger-ui.css`);
    assert.equal(docs.status, 200);
    await docs.arrayBuffer();
    assert.match(await lastLineOf(['account', 'create', '--credits', '25'], folder), /^dp_/);
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
  console.log('server was used');
}

/** The last line that a command prints. */
async function lastLineOf(args: readonly string[], folder: string): Promise<string> {
  const installed = createRequire(process.argv[1] ?? '').resolve('@dialproof/server/package.json');
  const program = join(dirname(installed), 'dist/command-line/main.js');
  const env = { ...process.env, DIALPROOF_DATA_DIR: folder };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env });
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}

main();
