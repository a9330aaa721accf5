import type { Account, JobEnd, TaskEnd } from './account.js';
import { type Ending, isTroubled, NOTICED_WITHIN_MS } from './ending.js';
import { judgeLists } from './list-rules.js';
import { FAILS_ALWAYS, FOR_GOOD, type Job, numbersOf, type Plan } from './plan.js';
import { judgeQuestions } from './question-rules.js';
import { type Question, truthOf } from './upstream.js';
import { judgeWebhooks } from './webhook-rules.js';

/** An answer is recorded within this time: 25 milliseconds, and what the storage takes. */
const RECORDED_WITHIN_MS = 100;

/** A process keeps an answer for this time that has come too late. */
const KEPT_MS = 3_600_000;

/** A number is `unknown` once its check has failed this often. */
const ATTEMPTS = 3;

/** The rows of a short file. */
const SHORT_ROWS = 3;

/** The longest pause of a person between two polls, and what requests and the storage take. */
const POLLS_MS = 6_000;

/** Judges the end of a world. */
export async function judge(ending: Ending): Promise<void> {
  const { accounts, storage, world } = ending;
  const { addsUp, hasOpenHolds } = await storage.audit();
  if (!addsUp) world.violated('balances, holds and statement do not add up');
  if (hasOpenHolds) world.violated('a hold is open for good');
  for (const account of accounts) {
    judgeStops(ending, account);
    judgeWebhooks(ending, account);
    judgeLists(ending, account);
    if (account.isErased) {
      const left = await storage.remainsOf(account.accountId, numbersOf(accounts.indexOf(account)));
      if (left.length > 0) world.violated(`${account.name} is erased and leaves ${left.join(' and ')}`);
      continue;
    }
    await judgeCredits(ending, account);
    for (const job of account.plan.people.flat()) {
      judgeJob(ending, account, job);
      judgeTurn(ending, account, job);
    }
  }
}

async function judgeCredits(
  { storage, world }: Ending,
  { accountId, ends, lists, name, plan }: Account,
): Promise<void> {
  const { available, held } = await storage.balance(accountId);
  if (available < 0) world.violated(`${name} owes ${-available} credits`);
  if (held !== 0) world.violated(`${name} has ${held} credits held for good`);
  let charged = 0;
  for (const [job, end] of ends) {
    if (end.kind === 'checked' && end.status !== 'unknown') charged += 1;
    if (end.kind === 'task' && job.kind === 'file') charged += answeredNumbers(job.cells, end.statuses).size;
  }
  for (const { job, runs } of lists) {
    for (const { end } of runs.flatMap(({ task }) => task ?? []))
      charged += answeredNumbers(job.cells, end.statuses).size;
  }
  if (plan.credits - available !== charged)
    world.violated(`${name} has paid ${plan.credits - available} credits for ${charged} answers`);
}

/** A process notices a suspension by its next record, or when it extends a lease, every twenty seconds. */
const STOPS_WITHIN_MS = 25_000;

function judgeStops(ending: Ending, account: Account): void {
  const numbers = numbersOf(ending.accounts.indexOf(account));
  for (const { asker, askedAt, number } of ending.questions) {
    if (!number.startsWith(numbers)) continue;
    const isStopped = account.stops.some(
      ({ from, until }) => askedAt > from + STOPS_WITHIN_MS && askedAt < until,
    );
    if (isStopped && !isTroubled(ending, asker, askedAt - NOTICED_WITHIN_MS, askedAt))
      ending.world.violated(`${account.name} is suspended, and ${number} is asked about`);
  }
}

/**
 * A short file does not wait behind the long ones of other accounts. Only in worlds without trouble, and for accounts that have no other
 * job at the same time.
 */
function judgeTurn({ plan, world }: Ending, account: Account, job: Job): void {
  const { acts, faults, maxIdleMs, upstream } = plan;
  const isCalm = acts.length + faults.length + upstream.outages.length === 0;
  const isSure = upstream.failing + upstream.late + upstream.nonsense + upstream.silent === 0;
  const isHeard = upstream.mute === null && upstream.silences.length === 0;
  const end = account.ends.get(job);
  const workers = account.plan.people.filter((jobs) => jobs.some(({ kind }) => kind !== 'webhook'));
  if (!isCalm || !isSure || !isHeard || workers.length > 1) return;
  if (end?.kind !== 'task' || end.tookMs === null || end.statuses.length > SHORT_ROWS) return;
  if (job.kind === 'file' && job.cells.some((cell) => cell.endsWith(FAILS_ALWAYS))) return;
  const [, answerMs] = upstream.answerMs;
  const most = maxIdleMs + POLLS_MS + SHORT_ROWS * 2 * answerMs;
  if (end.tookMs > most)
    world.violated(`${account.name}'s file ${job.id} of ${end.statuses.length} rows took ${end.tookMs} ms`);
}

function judgeJob(ending: Ending, account: Account, job: Job): void {
  const end = account.ends.get(job);
  if (end === undefined) ending.world.violated(`${account.name}'s job ${job.id} has no end`);
  if (end === undefined || end.kind === 'refused' || job.kind === 'webhook') return;
  const list = account.lists.find((made) => made.job === job);
  const tasks = list?.runs.flatMap(({ task }) => task ?? []) ?? [];
  const ends = [{ createdAt: 0, end }, ...tasks];
  for (const [at, one] of ends.entries()) {
    judgeAnswers(ending, account, job, one.end, [one.createdAt, ends[at + 1]?.createdAt ?? FOR_GOOD]);
  }
}

/** Judges the answers for a job, or for a run of its list. Its numbers are asked about in that time. */
function judgeAnswers(
  ending: Ending,
  account: Account,
  job: Exclude<Job, { readonly kind: 'webhook' }>,
  end: JobEnd,
  [from, until]: readonly [from: number, until: number],
): void {
  const { questions, world } = ending;
  if (end.kind === 'task') judgeTask(ending, account, job, end);
  const cells = job.kind === 'file' ? job.cells : [job.number];
  const statuses = end.kind === 'task' ? end.statuses : end.kind === 'checked' ? [end.status] : [];
  for (const [at, cell] of cells.entries()) {
    const number = numberIn(cell);
    const status = statuses[at];
    if (number === undefined) {
      if (status !== 'unknown') world.violated(`${account.name}: "${cell}" is ${status}`);
      continue;
    }
    const asked = questions.filter(
      (question) => question.number === number && question.askedAt >= from && question.askedAt < until,
    );
    const suppressedAt = account.suppressedAt.get(number) ?? FOR_GOOD;
    if (asked.some(({ askedAt }) => askedAt > suppressedAt))
      world.violated(`${account.name}: ${number} is suppressed and asked about`);
    judgeQuestions(ending, account, job, asked);
    const answered = asked.filter(({ answeredAt }) => answeredAt !== undefined);
    const isGivenUp = end.kind === 'task' && end.status === 'done' && status === 'unknown';
    if (isGivenUp && asked.length < ATTEMPTS && suppressedAt === FOR_GOOD)
      world.violated(`${account.name}: ${number} was given up after ${asked.length} checks`);
    if (asked.length > mostChecks(ending.plan, job))
      world.violated(`${account.name}: ${number} was checked ${asked.length} times`);
    const kept = answered.filter((question) => !mayBeLost(ending, account, job, question));
    if (status !== 'unknown' && status !== truthOf(number, from))
      world.violated(`${account.name}: ${number} is ${status} and not ${truthOf(number, from)}`);
    if (status === 'unknown' && kept.length > 0)
      world.violated(`${account.name}: the answer for ${number} was lost`);
    if (status !== 'unknown' && answered.length === 0 && !wasKept(ending, number, from, until))
      world.violated(`${account.name}: nobody answered for ${number}`);
    // All answers except the last one must have been lost.
    const first = kept[0];
    const again =
      first === undefined
        ? []
        : asked.filter(
            ({ askedAt, asker }) =>
              askedAt > (first.answeredAt ?? 0) &&
              !isTroubled(ending, asker, askedAt - NOTICED_WITHIN_MS, askedAt),
          );
    if (again.length > 0)
      world.violated(`${account.name}: ${number} was asked again after its answer was there`);
  }
}

/** Whether a process may have kept an answer that came too late for an earlier run. The next check in this process takes it. */
function wasKept(ending: Ending, number: string, from: number, until: number): boolean {
  return ending.questions.some((question) => {
    const { answeredAt = FOR_GOOD, askedAt, asker, deadlineAt } = question;
    if (question.number !== number || answeredAt < from - KEPT_MS || answeredAt >= until) return false;
    return answeredAt > deadlineAt || isTroubled(ending, asker, askedAt, answeredAt);
  });
}

function judgeTask({ world }: Ending, account: Account, job: Job, end: TaskEnd): void {
  const name = `${account.name}'s file ${job.id}`;
  const isCancelled = job.kind === 'file' && job.cancelAfterMs !== null && end.failureReason === 'cancelled';
  if (end.status === 'failed' && !isCancelled) world.violated(`${name} has failed: ${end.failureReason}`);
  const answers = job.kind === 'file' ? answeredNumbers(job.cells, end.statuses).size : 0;
  if (end.charged !== answers)
    world.violated(`${name} says that ${end.charged} credits were charged for ${answers} answers`);
}

/** How often a number may be asked about, where nothing but its own checks can fail. A retry begins anew. */
function mostChecks({ acts, faults, nights, upstream }: Plan, job: Job): number {
  const spells = upstream.outages.length + upstream.silences.length;
  const faultsInAll = faults.length + nights.flatMap((night) => night.faults).length;
  const hasTrouble = acts.length + faultsInAll + spells > 0 || upstream.bulk !== null;
  if (hasTrouble) return Number.POSITIVE_INFINITY;
  return job.kind === 'file' && job.retries ? 2 * ATTEMPTS : ATTEMPTS;
}

/** Whether the process that got an answer, or its task, was in trouble before the answer was recorded. */
function mayBeLost(
  ending: Ending,
  account: Account,
  job: Job,
  { answeredAt = 0, askedAt, asker, isLate }: Question,
): boolean {
  const until = answeredAt + RECORDED_WITHIN_MS;
  const isCalledOff = (account.calledOffAt.get(job.id) ?? []).some((at) => at >= askedAt && at <= until);
  return isLate || isCalledOff || isTroubled(ending, asker, askedAt, until);
}

/** The distinct numbers with an answer. */
function answeredNumbers(cells: readonly string[], statuses: readonly string[]): Set<string> {
  return new Set(cells.flatMap((cell, at) => (statuses[at] === 'unknown' ? [] : (numberIn(cell) ?? []))));
}

function numberIn(cell: string): string | undefined {
  return cell.startsWith('+') ? cell.replaceAll(' ', '') : undefined;
}
