import type { AccountId, TaskId } from '@dialproof/core';
import { brokenStore } from '../subject/broken-store.fixture.js';
import { type Turns, type TurnTask, tasksApart } from './tasks-apart.fixture.js';

function brokenTurns(fault: string, caughtBy: string, turns: () => Turns, asksForMany = false) {
  return brokenStore(fault, caughtBy, (_, clock) => tasksApart(turns(), clock, asksForMany));
}

/** Tasks in the order of a number, and equal ones in the order of queueing. */
function sortedBy(rankOf: (task: TurnTask) => number, served: Turns['served'] = () => {}): Turns {
  const tasks: TurnTask[] = [];
  return {
    add: (task) => tasks.push(task),
    order: () => [...tasks].sort((a, b) => rankOf(a) - rankOf(b)).map(({ taskId }) => taskId),
    served,
  };
}

/** Counts how often something was served, by whatever names it. */
class Served<Key> {
  readonly #counts = new Map<Key, number>();

  of(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: Key, times = 1): void {
    this.#counts.set(key, this.of(key) + times);
  }

  set(key: Key, count: number): void {
    this.#counts.set(key, count);
  }
}

/** In the order of queueing. */
const byArrival = (): Turns => sortedBy(() => 0);

/** By the time at which tasks were last served, like a single column of a table. */
function byTime(): Turns {
  const times = new Served<TaskId>();
  return sortedBy(
    ({ taskId }) => times.of(taskId),
    ({ taskId }, now) => times.set(taskId, now),
  );
}

/** In turn, whosever they are. */
function byTask(): Turns {
  const times = new Served<TaskId>();
  let claims = 0;
  return sortedBy(
    ({ taskId }) => times.of(taskId),
    ({ taskId }) => {
      claims += 1;
      times.set(taskId, claims);
    },
  );
}

/** Accounts in turn, and in each the task that was queued first. */
function byAccount(): Turns {
  const times = new Served<AccountId>();
  let claims = 0;
  return sortedBy(
    ({ accountId }) => times.of(accountId),
    ({ accountId }) => {
      claims += 1;
      times.set(accountId, claims);
    },
  );
}

/** In turn by account and by task, with served work counted as a debt. */
function inDebt(): Turns {
  const accounts = new Served<AccountId>();
  return sortedBy(
    ({ accountId }) => -accounts.of(accountId),
    ({ accountId }) => accounts.add(accountId),
  );
}

/** Only the task that was queued last. */
function lastAlone(): Turns {
  let last: readonly TaskId[] = [];
  return {
    add({ taskId }) {
      last = [taskId];
    },
    order: () => last,
    served: () => {},
  };
}

/** In turn by account, but accounts without claimable work also move behind the others. */
function losingTurns(): Turns {
  const accountOf = new Map<TaskId, AccountId>();
  const times = new Served<AccountId>();
  let asked = 0;
  const pass = (accountId: AccountId | undefined) => {
    asked += 1;
    if (accountId !== undefined) times.set(accountId, asked);
  };
  const turns = sortedBy(
    ({ accountId }) => times.of(accountId),
    ({ accountId }) => pass(accountId),
  );
  return {
    ...turns,
    add(task) {
      accountOf.set(task.taskId, task.accountId);
      turns.add(task);
    },
    passed: (taskId) => pass(accountOf.get(taskId)),
  };
}

const inTurn = (clock: string) => `serves the tasks of an account in turn while the clock ${clock}`;
const nobodyTwice = (limit: number, seed: number) =>
  `serves nobody twice while another waits, ${limit} at a time (seed ${seed})`;

export const BROKEN_TURNS = [
  brokenTurns(
    'serves the oldest task until it has ended',
    'does not let a small task wait for a large one that was queued first',
    byArrival,
  ),
  brokenTurns('serves the oldest task of an account first', inTurn('goes forward'), byAccount),
  brokenTurns(
    'tells by the time alone who was served last, which may stand still',
    inTurn('stands still'),
    byTime,
  ),
  brokenTurns(
    'tells by the time alone who was served last, which may be set back',
    inTurn('is set back'),
    byTime,
  ),
  brokenTurns(
    'serves tasks in turn, whosever they are',
    'serves accounts in turn, however many tasks each has',
    byTask,
  ),
  brokenTurns(
    'claims of one task whatever it is asked for',
    'keeps to the turns when several things are claimed at a time',
    byAccount,
    true,
  ),
  brokenTurns(
    'finishes whatever there is before it checks',
    'does not let an account wait for the finishes of another',
    () => sortedBy(({ chunkCount }) => chunkCount),
  ),
  brokenTurns(
    'waits for one task before it serves the others',
    'serves the others while everything of one task is claimed',
    lastAlone,
  ),
  brokenTurns(
    'takes an abandoned draft for a turn of its account',
    'keeps to the turns of accounts among abandoned drafts',
    byAccount,
  ),
  brokenTurns(
    'continues with the account that was served most',
    'serves whatever has waited next when its pause is over',
    inDebt,
  ),
  brokenTurns('loses the turn of whoever rests when it is asked', nobodyTwice(1, 1), losingTurns),
  brokenTurns('serves the oldest task first', nobodyTwice(3, 2), byArrival),
  brokenTurns('knows no accounts', nobodyTwice(5, 3), byTask),
];
