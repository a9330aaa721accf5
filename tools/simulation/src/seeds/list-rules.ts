import type { Account, ListRun, MadeList } from './account.js';
import type { Ending } from './ending.js';
import { newestRows, nextDueAt } from './list-jobs.js';

/** Judges the lists of an account: when they ran, what changed, and what was told of it. */
export function judgeLists(ending: Ending, account: Account): void {
  for (const list of account.lists) {
    const name = `${account.name}'s list ${list.job.id}`;
    const violated = (what: string) => ending.world.violated(`${name} ${what}`);
    judgeDueTimes(ending, list, violated);
    for (const [at, run] of list.runs.entries()) {
      const before = list.runs.slice(0, at);
      if (run.status === 'skipped') judgeSkip(account, list, run, before, violated);
      else judgeChanges(ending, account, list, run, before, violated);
    }
  }
}

type Violated = (what: string) => void;

/** Each due time has one run, but those that have passed when an earlier one begins late. A run begins after the one before. */
function judgeDueTimes({ world }: Ending, { madeAt, runs }: MadeList, violated: Violated): void {
  let earliest = nextDueAt(madeAt);
  let latest = earliest;
  let endedAt = 0;
  for (const { beganAt, dueAt, endedAt: end, task } of runs) {
    if (dueAt < earliest || dueAt > latest)
      violated(`has a run for ${dueAt}, not from ${earliest} to ${latest}`);
    if (Math.min(beganAt, task?.createdAt ?? beganAt) < Math.max(dueAt, endedAt))
      violated(`begins its run for ${dueAt} early, or beside another`);
    earliest = nextDueAt(dueAt);
    latest = nextDueAt(beganAt);
    endedAt = end;
  }
  if (latest < world.now) violated(`has no run for ${latest}`);
}

/** A run is skipped if it cannot be paid. */
function judgeSkip(
  { plan: { credits }, suppressedAt, ends }: Account,
  { job }: MadeList,
  { reason }: ListRun,
  before: readonly ListRun[],
  violated: Violated,
): void {
  const first = ends.get(job);
  const paid = [first, ...before.map(({ task }) => task?.end)].reduce(
    (sum, end) => sum + (end?.kind === 'task' ? end.charged : 0),
    0,
  );
  const rows = job.cells.filter((cell) => !suppressedAt.has(cell)).length;
  if (reason !== 'insufficient_credits' || credits - paid >= rows)
    violated(`skips a run of ${rows} rows with ${credits - paid} credits: ${reason}`);
}

/** A run is compared with the newest one before that is done. Its counts are those of the two results, and webhooks get the same. */
function judgeChanges(
  { arrivals }: Ending,
  account: Account,
  list: MadeList,
  { against, changes, task }: ListRun,
  before: readonly ListRun[],
  violated: Violated,
): void {
  const { job, taskId } = list;
  const first = account.ends.get(job);
  if (task === null || first?.kind !== 'task') return;
  if (against !== newestRows(taskId, before)) violated(`compares ${task.taskId} with ${against}`);
  const earlier = before.find((run) => run.task?.taskId === against)?.task?.end;
  const found = { came: 0, changed: 0, replaced: 0, went: 0, unchanged: 0, not_compared: 0 };
  for (const at of job.cells.keys()) {
    const from = (earlier ?? first).statuses[at];
    const to = task.end.statuses[at];
    // No checker answers `unknown`: the check has failed, or the number was suppressed.
    const isCompared = from !== 'unknown' && to !== 'unknown';
    found[isCompared ? (from === to ? 'unchanged' : 'changed') : 'not_compared'] += 1;
  }
  if (JSON.stringify(changes) !== JSON.stringify(found))
    violated(`shows ${JSON.stringify(changes)} and not ${JSON.stringify(found)}`);
  for (const { body } of arrivals) {
    const { data, type } = JSON.parse(body) as { type: string; data: ToldChanges };
    if (type !== 'list.changed' || data.task_id !== task.taskId) continue;
    if (
      data.changed !== found.changed ||
      data.unchanged !== found.unchanged ||
      data.came + data.replaced + data.went > 0
    )
      violated(`tells ${body} and not ${JSON.stringify(found)}`);
  }
}

type ToldChanges = Readonly<Record<'came' | 'changed' | 'replaced' | 'went' | 'unchanged', number>> & {
  readonly task_id: string;
};
