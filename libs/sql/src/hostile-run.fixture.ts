import {
  accountId,
  type BulkNumberChecker,
  type CreditLedger,
  createVerificationService,
  InProcessTaskQueue,
  ManualClock,
  MemoryCreditLedger,
  MemoryTaskStore,
  type NumberChecker,
  type ReportedFailure,
  type Task,
  type TaskStore,
  VERIFICATION_STATUSES,
  type VerificationService,
  type VerificationStatus,
} from '@dialproof/core';
import { SqlCreditLedger, SqlTaskStore } from './index.js';
import { auditLedger } from './operations/ledger-audit.js';
import { temporaryDatabase } from './temporary-folder.fixture.js';

const ALICE = accountId('alice');
export const NUMBERS = 200;
export const GRANTED = 1_000;
const DAY_MS = 86_400_000;
/** No checker waits for longer than this. */
export const LONGEST_CHECK_MS = 15_000;

/** The paid service behind a checker under test. */
export interface Upstream {
  readonly clock: ManualClock;
  /** The service that asks it, once it exists. */
  readonly service: () => VerificationService;
  wait(ms: number): Promise<void>;
  /** Returns the right answer about a number, which has to be paid for. */
  answer(number: string): VerificationStatus;
}

export type MakeChecker = (upstream: Upstream) => NumberChecker | BulkNumberChecker;

/** A store with its ledger, and an audit of that ledger. */
interface Stores {
  readonly store: TaskStore;
  readonly ledger: CreditLedger & { grant(account: typeof ALICE, credits: number): Promise<void> };
  addsUp(): Promise<boolean>;
}

const STORES: Record<'memory' | 'SQLite', (clock: ManualClock) => Promise<Stores>> = {
  async memory(clock) {
    const ledger = new MemoryCreditLedger({ clock });
    // The ledger in memory has no journal, so only its balance is audited.
    return { store: new MemoryTaskStore({ clock }), ledger, addsUp: async () => true };
  },
  async SQLite(clock) {
    const database = await temporaryDatabase();
    const ledger = new SqlCreditLedger({ database, clock });
    const addsUp = async (): Promise<boolean> => {
      const audit = await auditLedger(database);
      return audit.addsUp && audit.openHolds === 0;
    };
    return { store: new SqlTaskStore({ database, clock }), ledger, addsUp };
  },
};

/** Whether a number is odd: one in twenty is, the first of the file included. */
export function isOdd(number: string): boolean {
  return Number(number) % 20 === 0;
}

/** How many numbers are odd. */
export const ODD = NUMBERS / 20;

const numberAt = (position: number): string => `+1415${2_000_000 + position}`;

export function statusOf(number: string): VerificationStatus {
  return VERIFICATION_STATUSES[Number(number) % VERIFICATION_STATUSES.length] ?? 'unknown';
}

export interface HostileRun {
  readonly task: Task;
  /** Numbers that were answered more than once. */
  readonly paidTwice: readonly string[];
  /** Numbers with a wrong status in the result. */
  readonly wrong: readonly string[];
  readonly balance: { readonly available: number; readonly held: number };
  /** Whether the ledger's audit adds up, with no hold left open. */
  readonly addsUp: boolean;
  /** The kinds of failures that `onError` got. */
  readonly told: ReadonlySet<string>;
  /** Timers that remain after those of the checker have ended. */
  readonly pending: number;
}

/** Works through a file with its own queue while the clock advances, and downloads the result. */
export async function runHostile(kind: keyof typeof STORES, make: MakeChecker): Promise<HostileRun> {
  const clock = new ManualClock();
  const { addsUp, ledger, store } = await STORES[kind](clock);
  await ledger.grant(ALICE, GRANTED);
  const paid = new Map<string, number>();
  const failures: ReportedFailure[] = [];
  const checker = make({
    clock,
    service: () => service,
    wait: (ms) =>
      new Promise((resolve) => {
        clock.schedule(ms, resolve);
      }),
    answer(number) {
      paid.set(number, (paid.get(number) ?? 0) + 1);
      return statusOf(number);
    },
  });
  const service = createVerificationService({
    store,
    ledger,
    checker,
    clock,
    queue: new InProcessTaskQueue({ clock, concurrency: 4 }),
    chunkSize: 50,
    onError: (failure) => failures.push(failure),
  });
  await service.start();
  const { taskId } = await service.submit({ accountId: ALICE, fileName: 'a.csv', content: csvContent() });
  const find = (): Promise<Task> => service.task({ accountId: ALICE, taskId });
  let task = await find();
  while (task.finishedAt === null && clock.elapsed() < 2 * DAY_MS) {
    await turns(8);
    // Answers come within tens of milliseconds. While the task waits, a step of a second misses nothing.
    clock.advance(task.waiting === null ? 20 : 1_000);
    task = await find();
  }
  await service.close();
  clock.advance(LONGEST_CHECK_MS);
  return {
    task,
    paidTwice: [...paid].flatMap(([number, times]) => (times > 1 ? [number] : [])),
    wrong: task.status === 'done' ? await wrongRows(service, task) : [],
    balance: await ledger.balance(ALICE),
    addsUp: await addsUp(),
    told: new Set(failures.map(({ kind }) => kind)),
    pending: clock.pending,
  };
}

async function wrongRows(service: VerificationService, { taskId }: Task): Promise<string[]> {
  const { content } = await service.results({ accountId: ALICE, taskId });
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  const [, ...rows] = Buffer.concat(pieces).toString().trimEnd().split('\n');
  const expected = Array.from({ length: NUMBERS }, (_, position) => {
    const number = numberAt(position);
    return `${number},${statusOf(number)}`;
  });
  return expected.flatMap((row, position) =>
    rows[position] === row ? [] : [row.slice(0, row.indexOf(','))],
  );
}

async function* csvContent(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`phone\n${Array.from({ length: NUMBERS }, (_, n) => `${numberAt(n)}\n`).join('')}`);
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}
