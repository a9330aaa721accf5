import { SqlTokens } from '@dialproof/sql';
import { withoutSockets } from '../world/without-sockets.js';
import { withoutThreads } from '../world/without-threads.js';
import type { Account } from './account.js';
import { SETTLING_STEP_MS, type Trouble } from './ending.js';
import { doJob } from './jobs.js';
import { awaitRuns, nextDueAt } from './list-jobs.js';
import { type Act, type Fault, FOR_GOOD, type Night, type Plan, TROUBLE_MS } from './plan.js';
import { SimulatedProcess } from './process.js';
import { Receivers } from './receivers.js';
import { AccountIsGone } from './requests.js';
import { judge } from './rules.js';
import { memoryStorage, type Operator, type Storage, sqliteStorage } from './storage.js';
import { SimulatedUpstream } from './upstream.js';
import { awaitDeliveries } from './webhook-jobs.js';
import { DAY_MS, World } from './world.js';

/** The end of a world. */
export interface WorldEnd {
  /** The broken rules, a sentence each. */
  readonly violations: readonly string[];
  /** The latest events, the oldest first. */
  readonly latest: readonly string[];
  /** Sums up all events and their times: two runs of a plan have the same. */
  readonly digest: number;
  readonly simulatedMs: number;
}

/** All jobs have to end within this time. */
const LONGEST_MS = 6 * 3_600_000;

/** The time after the last job in which background work finishes: holds of checks expire, and upkeep runs once a minute. */
const SETTLED_AFTER_MS = 200_000;
/** Runs a world to its end. `template`: the contents of a new database. */
export async function runWorld(plan: Plan, template: Uint8Array): Promise<WorldEnd> {
  const world = new World(plan.seed);
  const receivers = new Receivers(world);
  const restoreFiles = withoutThreads();
  const restoreNetwork = withoutSockets((request) => receivers.receive(request));
  try {
    const storage = plan.storage === 'sqlite' ? await sqliteStorage(world, template) : memoryStorage(world);
    await world.time
      .until(live(world, storage, receivers, plan))
      .catch((error: unknown) => world.violated(String(error)))
      .finally(() => storage.close());
  } finally {
    restoreNetwork();
    restoreFiles();
  }
  const { digest, latest, now, violations } = world;
  return { digest, latest, violations, simulatedMs: now };
}

async function live(world: World, storage: Storage, receivers: Receivers, plan: Plan): Promise<void> {
  const upstream = new SimulatedUpstream(world, plan.upstream);
  const parts = {
    world,
    storage,
    upstream,
    receivers,
    maxIdleMs: plan.maxIdleMs,
    slots: plan.slots,
    chunkSize: plan.chunkSize,
  };
  const processes = [
    ...Array.from({ length: plan.servers }, (_, at) => new SimulatedProcess(`server${at}`, false, parts)),
    ...Array.from({ length: plan.workers }, (_, at) => new SimulatedProcess(`worker${at}`, true, parts)),
  ];
  const accounts = await openAccounts(storage, plan);
  const troubles: Trouble[] = [];
  for (const process of processes) process.start();
  for (const fault of plan.faults) {
    world.clock.schedule(fault.at, () => troubles.push(strike(world, processes, fault)));
  }
  const acts = plan.acts.map((act) => perform(world, storage.operator, accounts, act));
  const clocksAgree = !plan.faults.some(({ kind }) => kind === 'clock jumps');
  const partsOf = (account: Account) => ({ world, servers: processes, receivers, account, clocksAgree });
  const jobs = accounts.flatMap((account) =>
    account.plan.people.map(async (jobsOfOne) => {
      for (const job of jobsOfOne) await doJob(partsOf(account), job);
    }),
  );
  await withinTime(world, Promise.all([...acts, ...jobs].map(unlessGone)));
  await world.pass(Math.max(0, TROUBLE_MS - world.now));
  for (const night of plan.nights) {
    await world.pass(IDLE_AFTER_MS);
    for (const account of accounts) await awaitDeliveries(partsOf(account));
    await passNight(world, processes, troubles, night);
    await Promise.all(accounts.map((account) => awaitRuns(partsOf(account))));
  }
  const kinds = plan.accounts.flatMap(({ people }) => people.flat().map(({ kind }) => kind));
  // A step of the clock must not make a message that is under way too old.
  const steppedFrom = kinds.includes('webhook') ? FOR_GOOD : world.now;
  if (steppedFrom === world.now) world.time.leastStepMs = SETTLING_STEP_MS;
  await world.pass(SETTLED_AFTER_MS);
  for (const account of accounts) await unlessGone(awaitDeliveries(partsOf(account)));
  const { arrivals } = receivers;
  const { questions } = upstream;
  await judge({ world, storage, plan, accounts, troubles, arrivals, questions, steppedFrom });
}

/** The time after the last job or run in which all processes are up again, and nothing is under way any more. */
const IDLE_AFTER_MS = 100_000;

/** A night ends this long before a due time. */
const DUE_IN_MS = 10_000;

/** Lets a night pass at once, when nothing is under way, up to just after the due time that follows. */
async function passNight(
  world: World,
  processes: readonly SimulatedProcess[],
  troubles: Trouble[],
  { days, faults }: Night,
): Promise<void> {
  const ms = nextDueAt(world.now) + (days - 1) * DAY_MS - DUE_IN_MS - world.now;
  world.note(`${days} nights pass`);
  if (days > 1) {
    for (const process of processes) {
      process.kill(ms);
      troubles.push({ process: process.name, from: world.now, until: world.now + ms });
    }
  }
  world.time.leastStepMs = ms;
  await world.pass(ms);
  world.time.leastStepMs = 0;
  for (const fault of faults) {
    world.clock.schedule(fault.at, () => troubles.push(strike(world, processes, fault)));
  }
  // The clock may be a fraction of a millisecond behind.
  await world.pass(DUE_IN_MS + 1);
}

/** Work for an account ends when the account is erased. */
async function unlessGone(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof AccountIsGone)) throw error;
  });
}

async function openAccounts(storage: Storage, { accounts }: Plan): Promise<Account[]> {
  const opened: Account[] = [];
  for (const [at, plan] of accounts.entries()) {
    opened.push({
      ...(await storage.open(plan.credits)),
      ...{ name: `account${at}`, plan, oldTokens: [], isErased: false, stops: [], rotatedAt: 0 },
      ...{ happenings: [], lists: [], deliveries: new Map(), erasedAt: FOR_GOOD },
      suppressedAt: new Map(),
      ends: new Map(),
      calledOffAt: new Map(),
    });
  }
  return opened;
}

async function withinTime(world: World, work: Promise<unknown>): Promise<void> {
  const isLate = world.pass(LONGEST_MS).then(() => 'late' as const);
  if ((await Promise.race([work, isLate])) === 'late') throw new Error('a job does not end');
}

function strike(
  world: World,
  processes: readonly SimulatedProcess[],
  { forMs, kind, process, share }: Fault,
): Trouble {
  const struck = processes[process];
  if (struck === undefined) throw new RangeError(`there is no process ${process}`);
  world.note(`${struck.name}: ${kind} ${forMs}`);
  const life = struck.running?.life;
  const lasts = kind === 'freeze' || kind === 'storage fails';
  const trouble = { process: struck.name, from: world.now, until: world.now + (lasts ? forMs : 0) };
  if (kind === 'kill') struck.kill(forMs);
  if (kind === 'hand over' && life !== undefined) {
    // What is under way may still end.
    trouble.until = FOR_GOOD;
    life.ended.catch(() => {
      trouble.until = world.now;
    });
    struck.handOver();
  }
  if (kind === 'freeze') life?.freeze(forMs);
  if (kind === 'storage fails') life?.cutOff(forMs, share);
  if (kind === 'clock jumps') life?.moveClock(forMs);
  return trouble;
}

async function perform(
  world: World,
  operator: Operator | null,
  accounts: readonly Account[],
  { account: which, at, forMs, kind }: Act,
): Promise<void> {
  const account = accounts[which];
  if (operator === null || account === undefined) return;
  await world.pass(at);
  if (account.isErased) return;
  world.note(`${account.name}: ${kind}`);
  if (kind === 'suspend') await suspend(world, operator, account, forMs);
  if (kind === 'rotate') await rotate(world, operator, account);
  if (kind === 'erase') await erase(world, operator, account);
}

async function suspend(world: World, operator: Operator, account: Account, forMs: number): Promise<void> {
  const { accounts, store } = operator;
  callOffAll(world, account);
  await accounts.suspend(account.accountId);
  await store.suspendAccount(account.accountId);
  callOffAll(world, account);
  account.stops = [...account.stops, { from: world.now, until: Number.POSITIVE_INFINITY }];
  await world.pass(forMs);
  if (account.isErased) return;
  // A reinstatement ends every suspension, also one that began later.
  account.stops = account.stops.map(({ from, until }) => ({ from, until: Math.min(until, world.now) }));
  await accounts.reinstate(account.accountId);
  await store.reinstateAccount(account.accountId);
}

/** A suspended task asks about no more numbers, and its running calls may be aborted. */
function callOffAll(world: World, { calledOffAt, plan }: Account): void {
  for (const { id } of plan.people.flat()) calledOffAt.set(id, [...(calledOffAt.get(id) ?? []), world.now]);
}

async function rotate(world: World, { tokens }: Operator, account: Account): Promise<void> {
  const old = account.token;
  const issued = await tokens.rotate(SqlTokens.idOf(old) ?? '');
  if (issued === undefined) throw new Error('a good token cannot be rotated');
  account.token = issued.token;
  account.rotatedAt = world.now;
  account.oldTokens.push(old);
}

/** As the server's command does: suspends the account, cancels its tasks, and erases until nothing is left. */
async function erase(world: World, { accounts, erasure, store }: Operator, account: Account): Promise<void> {
  const { accountId } = account;
  account.isErased = true;
  await accounts.suspend(accountId);
  account.stops = [...account.stops, { from: world.now, until: Number.POSITIVE_INFINITY }];
  for (;;) {
    const { isErased, unfinishedTasks } = await erasure.eraseAccount(accountId);
    if (isErased) break;
    for (const task of unfinishedTasks) await store.fail(task, 'cancelled');
    await world.pass(1_000);
  }
  account.erasedAt = world.now;
  world.note(`${account.name} is erased`);
}
