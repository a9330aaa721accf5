import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SandboxChecker } from '@dialproof/checkers';
import {
  accountId,
  createVerificationService,
  InProcessTaskQueue,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryTaskStore,
} from '@dialproof/core';
import { verificationRouter } from '@dialproof/express';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';

const SHOP = accountId('shop');

/** What the page's program serves, over parts in memory: the program itself is run by the check of snippets. */
async function startPhones() {
  const ledger = new MemoryCreditLedger();
  await ledger.grant(SHOP, 100);
  const service = createVerificationService({
    store: new MemoryTaskStore(),
    ledger,
    checker: new SandboxChecker(),
    queue: new InProcessTaskQueue(),
  });
  const authenticator = new MemoryAuthenticator([['a-token', { accountId: SHOP, suspended: false }]]);
  await service.start();
  const app = express().use('/phones', verificationRouter({ service, authenticator }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await service.close();
  });
  // A TCP server's address is an object.
  return { ledger, port: (server.address() as AddressInfo).port };
}

/** The blocks of a page in this language. */
function blocksOf(page: string, language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  );
}

it('shows lines for a shell that end with the verified file, which costs what the page says', async () => {
  const page = await readFile(new URL('../../docs/getting-started.md', import.meta.url), 'utf8');
  const [lines = ''] = blocksOf(page, 'sh').filter((block) => block.includes('curl'));
  const { ledger, port } = await startPhones();
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-started-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const shell = spawn('sh', ['-e', '-u'], { cwd: folder });
  shell.stdin.end(lines.replaceAll('localhost:3000', `127.0.0.1:${port}`));
  const [[code], shown] = await Promise.all([once(shell, 'exit'), text(shell.stdout)]);

  expect(code).toBe(0);
  expect(shown.endsWith(`\n\n${blocksOf(page, 'csv')[0]}`)).toBe(true);
  const [, credits] = /shows (\d+) credits/.exec(page) ?? [];
  expect(await ledger.balance(SHOP)).toEqual({ available: Number(credits), held: 0 });
});
