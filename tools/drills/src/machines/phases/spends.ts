import { setTimeout as delay } from 'node:timers/promises';
import { DrillFailure } from '../../drill-failure.js';
import { ApiClient, numberList } from '../../server/api-client.js';
import { givenPostgres, whyNoPostgres } from '../fleet/drill-database.js';
import { onStage, type Stage } from '../fleet/stage.js';
import { ask, type Reply } from '../load/ask.js';
import type { ReplyJudge } from '../load/reply-judge.js';
import type { Phase } from '../phase.js';

/** The outcome of a spend. */
type Outcome = 'spent' | 'refused';

/** Every twentieth request is a file of several numbers. */
const FILE_EVERY = 20;
const FILE_ROWS = 10;
/** A server accepts a hundred concurrent checks of an account. */
const AT_ONCE_PER_SERVER = 80;
const ENDED_WITHIN_MS = 120_000;

/** Single checks and small files of one account, at all servers at once, for ten times its credits. */
export const SPENDS: Phase = {
  name: 'ten times as many spends as credits',
  async run({ seed, size }) {
    const skipped = await whyNoPostgres();
    if (skipped !== undefined) return { skipped };
    const { credits, servers } = size;
    const options = {
      ...{ accounts: 0, servers, workers: 1, seed, databaseUrl: givenPostgres(), otherCredits: credits },
      settings: { DIALPROOF_RATES: 'off', DIALPROOF_SANDBOX_DELAY_MS: '5' },
      allowed: { cuts: false, outages: false },
    };
    return await onStage(options, async (stage) => {
      const began = performance.now();
      const { files, singles, refused } = await spendAll(stage, 10 * credits);
      const seconds = (performance.now() - began) / 1_000;
      stage.seen.push(
        `${10 * credits} credits asked for in ${seconds.toFixed(1)} s at ${servers} servers: ` +
          `${singles} by checks and ${files.length * FILE_ROWS} by ${files.length} files were spent, ${refused} requests refused`,
      );
      stage.violations.expectEqual('credits spent', singles + files.length * FILE_ROWS, credits);
      await checkSpent(stage, files);
    });
  },
};

async function spendAll({ fleet, judge, other }: Stage, spends: number) {
  const files: string[] = [];
  let singles = 0;
  let refused = 0;
  let asked = 0;
  let left = spends;
  const spendNext = async (port: number): Promise<void> => {
    asked += 1;
    const isFile = asked % FILE_EVERY === 0 && left >= FILE_ROWS;
    left -= isFile ? FILE_ROWS : 1;
    const send = isFile ? () => sendFile(port, other.token) : () => sendCheck(port, other.token, asked);
    const { outcome, reply } = await untilDecided(judge, send);
    if (outcome === 'refused') refused += 1;
    else if (isFile) files.push((JSON.parse(reply.text) as { task_id: string }).task_id);
    else singles += 1;
  };
  const callers = fleet.servers.flatMap(({ port }) =>
    Array.from({ length: AT_ONCE_PER_SERVER }, async () => {
      while (left > 0) await spendNext(port);
    }),
  );
  await Promise.all(callers);
  return { files, singles, refused };
}

/** Sends a request again until the account has paid for it or has too few credits. */
async function untilDecided(
  judge: ReplyJudge,
  send: () => Promise<Reply | undefined>,
): Promise<{ readonly outcome: Outcome; readonly reply: Reply }> {
  const giveUpAt = performance.now() + ENDED_WITHIN_MS;
  while (performance.now() < giveUpAt) {
    const reply = judge.note('a spend', await send(), [200, 202, 402]);
    if (reply !== undefined) {
      return { outcome: reply.status === 402 ? 'refused' : 'spent', reply };
    }
    await delay(100);
  }
  throw new DrillFailure(`a spend was not decided within ${ENDED_WITHIN_MS} ms`);
}

function sendCheck(port: number, token: string, serial: number): Promise<Reply | undefined> {
  const body = JSON.stringify({ phone: `+1415${2_000_000 + (serial % 100_000)}` });
  const headers = { 'content-type': 'application/json' };
  return ask({ port, path: '/v1/verify', token, method: 'POST', headers, body });
}

function sendFile(port: number, token: string): Promise<Reply | undefined> {
  const body = new FormData();
  body.append('file', new Blob([numberList(FILE_ROWS)]), 'list.csv');
  return ask({ port, path: '/v1/verify/batch', token, method: 'POST', body });
}

/** Checks that no credits are left or held after all files have ended, and that the journal agrees. */
async function checkSpent(
  { database, fleet, other, violations }: Stage,
  files: readonly string[],
): Promise<void> {
  for (const { port } of fleet.servers) {
    const client = new ApiClient(port);
    for (const taskId of files) await client.ended(other.token, taskId);
    const { body } = await client.credits(other.token);
    violations.expectEqual(`available at the server on port ${port}`, body.available, 0);
    violations.expectEqual(`held at the server on port ${port}`, body.held, 0);
  }
  const audit = await database.audit();
  if (!audit.addsUp) violations.add(`the ledger does not add up: ${JSON.stringify(audit)}`);
  const charged = audit.accounts.reduce((sum, account) => sum + account.charged, 0);
  violations.expectEqual('credits charged by the journal', charged, other.credits);
}
