import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  accountId,
  createVerificationService,
  InProcessTaskQueue,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryTaskStore,
  type VerificationStatus,
} from '@dialproof/core';
import { createNodeHandler } from '@dialproof/http';
import { expect, it, onTestFinished } from 'vitest';

const SHOP = accountId('shop');
const ADA = '+14155550100';

const STATUSES: Readonly<Record<string, VerificationStatus>> = {
  '+14155550101': 'telegram_registered',
  '+14155550102': 'dead',
};

/** A server at which Ada's number dies when it was checked once. */
async function startServer(): Promise<number> {
  const ledger = new MemoryCreditLedger();
  await ledger.grant(SHOP, 100);
  const store = new MemoryTaskStore();
  let isAlive = true;
  const service = createVerificationService({
    store,
    archive: store,
    ledger,
    checker: {
      async check(phone) {
        if (phone !== ADA) return STATUSES[phone] ?? 'inactive';
        const status = isAlive ? 'wa_registered' : 'dead';
        isAlive = false;
        return status;
      },
    },
    queue: new InProcessTaskQueue(),
  });
  const authenticator = new MemoryAuthenticator([['a-token', { accountId: SHOP, suspended: false }]]);
  await service.start();
  const handler = createNodeHandler({ service, authenticator });
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    handler.close();
    await service.close();
  });
  // A TCP server's address is an object.
  return (server.address() as AddressInfo).port;
}

it('shows lines for a shell that print what changed, and the result with the status of the month before', async () => {
  const page = await readFile(new URL('../../docs/lists.md', import.meta.url), 'utf8');
  const [lines = '', onlyOld = ''] = Array.from(
    page.matchAll(/^```sh\n([\s\S]*?)^```$/gm),
    ([, block]) => block,
  );
  const [printed, downloaded] = Array.from(page.matchAll(/^```csv\n([\s\S]*?)^```$/gm), ([, block]) => block);
  expect(lines.match(/\bcurl\b/g)).toHaveLength(5);
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-lists-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const environment = {
    PATH: process.env['PATH'],
    BASE: `http://127.0.0.1:${await startServer()}`,
    TOKEN: 'a-token',
  };
  const shell = spawn('sh', ['-e', '-u'], { cwd: folder, env: environment });
  const download = 'curl -sS "$TASKS/$FEBRUARY/download?previous=$JANUARY" -H "$AUTH"';
  const [, known = ''] = /# (.*)$/m.exec(onlyOld) ?? [];
  const old = `(${onlyOld.replace(/ +#.*$/m, '')}) > known.txt; grep -c '${known}' known.txt`;
  shell.stdin.end(`${lines}${download}\n${old}\n`);
  const [[code], shown] = await Promise.all([once(shell, 'exit'), text(shell.stdout)]);
  expect([code, shown]).toEqual([0, `${printed}${downloaded}1\n`]);
});
