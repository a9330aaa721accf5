import type { TaskId } from '@dialproof/core';
import { brokenStore } from './broken-store.fixture.js';
import { byTimeServed, inOrderOfArrival, type Turns, tasksApart } from './tasks-apart.fixture.js';

function brokenTurns(fault: string, caughtBy: string, turns: () => Turns) {
  return brokenStore(fault, caughtBy, () => tasksApart(turns()));
}

/** Nobody but the last that came, as long as it has not ended. */
function lastAlone(): Turns {
  let last: readonly TaskId[] = [];
  return {
    add(taskId) {
      last = [taskId];
    },
    order: () => last,
    served: () => {},
  };
}

/** In turn, but who was served while the others had nothing has to wait for as long. */
function inDebt(): Turns {
  const served = new Map<TaskId, number>();
  return {
    add: (taskId) => served.set(taskId, 0),
    order: () => [...served].sort(([, a], [, b]) => b - a).map(([taskId]) => taskId),
    served: (taskId) => served.set(taskId, (served.get(taskId) ?? 0) + 1),
  };
}

export const BROKEN_TURNS = [
  brokenTurns(
    'serves the oldest task until it has ended',
    'does not let a small task wait for a large one that came first',
    inOrderOfArrival,
  ),
  brokenTurns(
    'serves the oldest task first',
    'serves tasks in turn while the clock goes forward',
    inOrderOfArrival,
  ),
  brokenTurns(
    'tells by the time alone who was served last, which may stand still',
    'serves tasks in turn while the clock stands still',
    byTimeServed,
  ),
  brokenTurns(
    'tells by the time alone who was served last, which may go backward',
    'serves tasks in turn while the clock goes backward',
    byTimeServed,
  ),
  brokenTurns(
    'waits for one task before it serves the others',
    'serves the others while everything of one task is claimed',
    lastAlone,
  ),
  brokenTurns(
    'goes on with the task that was served most',
    'serves a task in its turn again when its pause is over',
    inDebt,
  ),
];
