import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DialproofClient, isDialproofError, type Verification } from '@dialproof/client';
import { downloadToFile } from '@dialproof/client/node';

const VERIFIED: Verification = {
  phone: '+14155552671',
  status: 'dead',
  checked_at: '2026-01-02T03:04:05.006Z',
};
const RESULT = 'phone,verification_status\n+14155552671,dead\n';

/** A server that answers as the API does. */
const server = createServer((request, response) => {
  if (request.url === '/v1/verify') {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(VERIFIED));
  } else if (request.url?.startsWith('/v1/verify/tasks/one/download')) {
    const headers = { 'content-type': 'text/csv', 'dialproof-rows': '1' };
    response.writeHead(200, headers).end(RESULT);
  } else {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"task_not_found"}');
  }
});

/** What the command line prints. */
async function printedBy(args: readonly string[], url: string): Promise<string> {
  const installed = createRequire(process.argv[1] ?? '').resolve('@dialproof/client/package.json');
  const program = join(dirname(installed), 'dist/cli/main.js');
  const env = { ...process.env, DIALPROOF_URL: url, DIALPROOF_TOKEN: 'a-token' };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env });
  return stdout;
}

async function main(): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(join(tmpdir(), 'client-use-'));
  try {
    // The address of a TCP server is an object.
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = new DialproofClient({ baseUrl, token: 'a-token' });
    assert.deepEqual(await client.verify('+1 415 555 2671'), VERIFIED);
    const path = join(folder, 'result.csv');
    assert.equal((await downloadToFile(client.task('one'), path)).rows, 1);
    assert.equal(await readFile(path, 'utf8'), RESULT);
    const isRefusal = (error: unknown): boolean => isDialproofError(error, 'task_not_found');
    await assert.rejects(client.task('two').get(), isRefusal);
    assert.equal(await printedBy(['verify', '+1 415 555 2671'], baseUrl), '+14155552671\tdead\n');
  } finally {
    await rm(folder, { recursive: true });
    server.close();
    server.closeAllConnections();
  }
  console.log('client was used');
}

main();
