import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { accountId, createVerificationService } from '@dialproof/core';
import { SqlCreditLedger, SqlTaskStore } from '@dialproof/sql';
import pg from 'pg';
import type { AnsweringSetting } from './answering-process.js';
import { type KilledLog, lostAnswers } from './lost-answers.js';
import { openDatabase, type StoreAddress } from './store-address.js';

const HELP = `Kills a process that checks numbers, again and again, and counts the answers that are asked for again.

  node tools/drills/dist/answers/main.js --postgres postgres://root@127.0.0.1:5432/test

  --postgres URL   the server; a schema is made there and dropped (default: a SQLite file)
  --kills N        (5)
  --check-ms N     how long a check takes (10)
`;
const ACCOUNT = accountId('drill');
const CONCURRENCY = 100;
const NUMBERS = 50_000;
/** How long an answer may have waited for its record when a call begins, with the delay of a turn of a busy machine. */
const ALLOWED_MS = 25 + 15;
const PROGRAM = fileURLToPath(new URL('./answering-process.js', import.meta.url));

const { values } = parseArgs({
  options: {
    postgres: { type: 'string' },
    kills: { type: 'string', default: '5' },
    'check-ms': { type: 'string', default: '10' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(HELP);
else process.exitCode = await runDrill(Number(values.kills), Number(values['check-ms']), values.postgres);

async function runDrill(kills: number, checkMs: number, url: string | undefined): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-drill-'));
  const schema = `drill_answers_${process.pid}`;
  const store = url === undefined ? { file: join(folder, 'drill.db') } : { url, schema };
  try {
    await submitFile(store);
    const logs: KilledLog[] = [];
    for (let kill = 0; kill <= kills; kill += 1) {
      const log = join(folder, `calls-${kill}`);
      await workAndKill({ store, log, checkMs, concurrency: CONCURRENCY });
      logs.push(await readLog(log));
    }
    const lost = lostAnswers(logs);
    for (const { answered, askedAgain, oldestMs } of lost) {
      console.log(
        `${answered} answered, ${askedAgain} asked again, the oldest ${oldestMs.toFixed(1)} ms before the last call`,
      );
    }
    const late = lost.filter(({ oldestMs }) => oldestMs > ALLOWED_MS);
    console.log(late.length === 0 ? 'Everything held.' : `Violations: ${late.length}.`);
    return late.length === 0 ? 0 : 1;
  } finally {
    if (url !== undefined) await dropSchema(url, schema);
    await rm(folder, { recursive: true, force: true });
  }
}

async function submitFile(store: StoreAddress): Promise<void> {
  const database = await openDatabase(store);
  const ledger = new SqlCreditLedger({ database });
  await ledger.grant(ACCOUNT, NUMBERS);
  const service = createVerificationService({
    store: new SqlTaskStore({ database }),
    ledger,
    checker: { check: () => Promise.reject(new Error('this process checks nothing')) },
    queue: null,
  });
  const rows = Array.from({ length: NUMBERS }, (_, index) => `+447946${100_000 + index}\n`);
  const content = Readable.from([Buffer.from(`phone\n${rows.join('')}`)]);
  await service.submit({ accountId: ACCOUNT, fileName: 'drill.csv', content });
  await service.close();
  await database.close();
}

/** Ends the process in the midst of its work, some time after its first answers. */
async function workAndKill(setting: AnsweringSetting): Promise<void> {
  const worker = fork(PROGRAM, [JSON.stringify(setting)]);
  const exited = once(worker, 'exit');
  while ((await readLog(setting.log)).length < 1_000) {
    if (worker.exitCode !== null) throw new Error('the process ended by itself');
    await delay(50);
  }
  await delay(300 + Math.random() * 500);
  worker.kill('SIGKILL');
  await exited;
}

async function readLog(path: string): Promise<KilledLog> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.split(' '));
  return lines.flatMap(([what, number = '', at]) =>
    what === 'call' || what === 'answer' ? [{ what, number, at: Number(at) }] : [],
  );
}

async function dropSchema(url: string, schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop schema if exists "${schema}" cascade`);
  await client.end();
}
