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
  MemoryListStore,
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
  const lists = new MemoryListStore();
  const store = new MemoryTaskStore({ lists });
  let isAlive = true;
  const service = createVerificationService({
    store,
    archive: store,
    lists,
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

/** Runs lines in a folder of their own with a new server, and resolves to what they print. */
async function printedBy(lines: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-lists-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const environment = {
    PATH: process.env['PATH'],
    BASE: `http://127.0.0.1:${await startServer()}`,
    TOKEN: 'a-token',
  };
  const shell = spawn('sh', ['-e', '-u'], { cwd: folder, env: environment });
  shell.stdin.end(lines);
  const [[code], shown] = await Promise.all([once(shell, 'exit'), text(shell.stdout)]);
  expect(code).toBe(0);
  return shown;
}

async function pageOfLists() {
  const page = await readFile(new URL('../../docs/lists.md', import.meta.url), 'utf8');
  const blocks = (kind: string) =>
    Array.from(
      page.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'gm')),
      ([, block]) => block ?? '',
    );
  return { lines: blocks('sh'), printed: blocks('csv') };
}

/** Waits until no run of the list is under way. */
const IDLE = `until curl -sS "$LISTS/$LIST" -H "$AUTH" | grep -q '"running":null'; do :; done`;

it('shows lines for a shell that make a list, verify it again, and print what changed', async () => {
  const { lines, printed } = await pageOfLists();
  const [list = ''] = lines;
  expect(list.match(/\bcurl\b/g)).toHaveLength(4);
  const waiting = list.replace(/^(LIST=.*|curl .*POST.*)$/gm, `$1\n${IDLE}`);
  expect(await printedBy(waiting)).toBe(printed[0]);
});

it('shows a line for a shell that takes a newer file', async () => {
  const { lines } = await pageOfLists();
  const [list = '', newer = ''] = lines;
  const made = /^[\s\S]*^LIST=.*$/m.exec(list)?.[0] ?? '';
  const changes = 'curl -sS "$LISTS/$LIST/changes?format=csv" -H "$AUTH" | cut -d, -f1-4';
  const newest = "printf 'name,phone\\nBob,+14155550102\\n' > customers.csv";
  expect(await printedBy([made, IDLE, newest, newer.trim(), IDLE, changes, ''].join('\n'))).toBe(
    'phone,change,from,to\n+14155550100,went,wa_registered,\n',
  );
});

it('shows lines for a shell that print what changed, in which row, and the result with the status of the month before', async () => {
  const page = await pageOfLists();
  const [, , lines = '', keyed = '', onlyOld = ''] = page.lines;
  const [, printed, keys, downloaded] = page.printed;
  expect(lines.match(/\bcurl\b/g)).toHaveLength(5);
  const download = 'curl -sS "$TASKS/$FEBRUARY/download?previous=$JANUARY" -H "$AUTH"';
  const [, known = ''] = /# (.*)$/m.exec(onlyOld) ?? [];
  const old = `(${onlyOld.replace(/ +#.*$/m, '')}) > known.txt; grep -c '${known}' known.txt`;
  expect(await printedBy(`${lines}${keyed}${download}\n${old}\n`)).toBe(`${printed}${keys}${downloaded}1\n`);
});
