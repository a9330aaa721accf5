import { randomUUID } from 'node:crypto';
import { accountId, type CacheEntry, type HoldId, normalizePhone, type ReplayStore } from '@dialproof/core';
import {
  SqlAccounts,
  SqlAnswerCache,
  SqlCreditLedger,
  SqlReplayStore,
  SqlSpendingCounts,
  SqlTokens,
} from '@dialproof/sql';
import { openPostgresDatabase, type PostgresDatabase } from '@dialproof/sql/postgres';
import { BenchSchema } from './bench-schema.js';

const CALLERS = 16;
const WINDOW_MS = 3_000;
const BEGUN_AT_ONCE = 200;
const ADA = accountId('ada');
const DAY = '2026-01-31';
const LEASE_MS = 60_000;
const KEEP_MS = 86_400_000;

interface Meeting {
  readonly name: string;
  readonly once: () => Promise<unknown>;
}

/** Calls a second of 16 callers that meet at the same rows of PostgreSQL, and 200 requests of an account that begin at once. */
export async function benchMeetingCallers(): Promise<void> {
  console.log(`meeting: ${CALLERS} callers at the same rows, ${WINDOW_MS / 1_000} s each`);
  const schema = new BenchSchema();
  const database = await openPostgresDatabase({ url: schema.url, schema: schema.name });
  try {
    for (const { name, once } of await meetings(database)) {
      const { done, failed } = await callsOf(once);
      console.log(`  ${name}   ${Math.round(done)} a second, ${failed} failed`);
    }
    const { failed, ms } = await beginAtOnce(new SqlReplayStore({ database }));
    console.log(
      `  ${BEGUN_AT_ONCE} different keys begun at once      ${Math.round(ms)} ms, ${failed} failed`,
    );
  } finally {
    await database.close();
    await schema.remove();
  }
}

async function meetings(database: PostgresDatabase): Promise<readonly Meeting[]> {
  const ledger = new SqlCreditLedger({ database });
  const replays = new SqlReplayStore({ database });
  const spending = new SqlSpendingCounts({ database, name: 'bench' });
  const cache = new SqlAnswerCache({ database, name: 'bench' });
  const tokens = new SqlTokens({ database });
  await ledger.grant(ADA, 1_000_000_000);
  const { accountId: owner } = await new SqlAccounts({ database }).create();
  return [
    { name: 'a request with a key, answered   ', once: () => answer(replays, randomUUID()) },
    { name: 'its repeat                       ', once: () => answer(replays, 'the same') },
    { name: 'spending                         ', once: () => spending.take(DAY, 1, 1_000_000_000) },
    { name: 'answer cache, 30 numbers         ', once: () => cache.setMany(entries()) },
    { name: 'a hold and its settlement        ', once: () => holdAndSettle(ledger) },
    { name: 'a token of an account            ', once: () => tokens.issue(owner) },
  ];
}

async function answer(replays: ReplayStore, key: string): Promise<void> {
  const begun = await replays.begin({ accountId: ADA, key, leaseMs: LEASE_MS, maxPerAccount: 1_000_000 });
  if (begun.outcome !== 'new') return;
  const completion = { fingerprint: 'f', reply: new Uint8Array(200), keepMs: KEEP_MS };
  await replays.complete({ accountId: ADA, key, token: begun.token }, completion);
}

/** The same numbers each time, in an order of chance. */
function entries(): CacheEntry[] {
  const turned = Math.floor(Math.random() * 30);
  return Array.from({ length: 30 }, (_, index) => ({
    number: normalizePhone(`+4479460${10_000 + ((index + turned) % 30)}`),
    answer: { status: 'dead', checkedAt: new Date() },
    expiresAt: Date.now() + KEEP_MS,
  }));
}

async function holdAndSettle(ledger: SqlCreditLedger): Promise<void> {
  const hold = { holdId: randomUUID() as HoldId, accountId: ADA, credits: 1 };
  await ledger.hold({ ...hold, expiresAfterMs: null });
  await ledger.settle(hold);
}

async function callsOf(once: () => Promise<unknown>) {
  let [done, failed] = [0, 0];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (performance.now() - began < WINDOW_MS) {
        await once().then(
          () => {
            done += 1;
          },
          () => {
            failed += 1;
          },
        );
      }
    }),
  );
  return { done: (done * 1_000) / (performance.now() - began), failed };
}

async function beginAtOnce(replays: ReplayStore) {
  const began = performance.now();
  const begun = await Promise.allSettled(
    Array.from({ length: BEGUN_AT_ONCE }, (_, index) =>
      replays.begin({ accountId: ADA, key: `key ${index}`, leaseMs: LEASE_MS, maxPerAccount: 1_000_000 }),
    ),
  );
  const failed = begun.filter(({ status }) => status === 'rejected').length;
  return { failed, ms: performance.now() - began };
}
