import type {
  ChunkRecord,
  Lease,
  SourceCounts,
  StatusSummary,
  Task,
  TaskId,
  TaskStore,
} from '@dialproof/core';
import { VERIFICATION_STATUSES } from '@dialproof/core';
import { FaultError, nextTurn } from '../../runner/broken.fixture.js';
import { brokenStore, claiming, keyOf, noting, PerTask, showing } from '../subject/broken-store.fixture.js';

/** A task with more rows counted than it has. */
function plus(task: Task, rows: StatusSummary): Task {
  const summary = { ...task.summary };
  for (const status of VERIFICATION_STATUSES) summary[status] += rows[status];
  const processed = VERIFICATION_STATUSES.reduce((sum, status) => sum + summary[status], 0);
  return { ...task, summary, processed };
}

/** A store that also counts every record for which `isExtra` is true. */
function counting(
  store: TaskStore,
  isExtra: (lease: Lease, record: ChunkRecord) => Promise<boolean>,
): Partial<TaskStore> {
  const extras = new PerTask<StatusSummary[]>(() => []);
  return {
    ...showing(store, (task) => extras.of(task.taskId).reduce(plus, task)),
    async record(lease, record) {
      if (await isExtra(lease, record)) extras.of(lease.taskId).push(record.rows);
      return store.record(lease, record);
    },
  };
}

/** A store that counts the sources of its records in a way of its own. */
function countingSources(
  store: TaskStore,
  add: (counts: SourceCounts, added: SourceCounts) => SourceCounts,
): Partial<TaskStore> {
  const counts = new Map<TaskId, SourceCounts>();
  return {
    ...showing(store, (task) => ({ ...task, sources: counts.get(task.taskId) ?? {} })),
    async record(lease, record) {
      const answer = await store.record(lease, record);
      const before = counts.get(lease.taskId) ?? {};
      if (answer.outcome === 'recorded') counts.set(lease.taskId, add(before, record.sources));
      return answer;
    },
  };
}

/** Adds counts by their names, of however many names. */
function addAll(counts: SourceCounts, added: SourceCounts): SourceCounts {
  const names = [...Object.keys(counts), ...Object.keys(added)];
  const rowsOf = (of: SourceCounts, name: string) => (Object.hasOwn(of, name) ? (of[name] ?? 0) : 0);
  return Object.fromEntries(names.map((name) => [name, rowsOf(counts, name) + rowsOf(added, name)]));
}

/** A record at whatever revision the chunk is. */
async function recordAnyway(store: TaskStore, lease: Lease, record: ChunkRecord) {
  const answer = await store.record(lease, record);
  return answer.outcome === 'outdated'
    ? store.record(lease, { ...record, revision: answer.revision })
    : answer;
}

const ADDS = 'adds the rows of a record to the progress of its task';
const NAMES = 'counts rows of each status under its own name';
const SOURCES = 'adds up the rows of each source, whatever it is called';
const ORDER = 'gives recorded statuses back in the order of the chunks';
const SEVERAL = 'takes several records of a chunk, one after the other';
const OUTDATED = 'changes nothing by a record of another revision, and returns the present one';
const REPEAT = 'changes nothing by the repeat of a record that completed its chunk';
const LATE = 'takes the answers of a late worker, also when the chunk is claimed by another';
const AT_ONCE = 'takes one of the records that come at once at the same revision';

export const BROKEN_RECORDS = [
  brokenStore('does not add up the summary', ADDS, (store) =>
    showing(store, (task) => ({ ...task, processed: task.processed - task.summary.unknown })),
  ),
  brokenStore('counts no failed checks', ADDS, (store) =>
    showing(store, (task) => ({ ...task, checksFailed: 0 })),
  ),
  brokenStore('shows the rows of the last record alone', ADDS, (store) => {
    const last = new Map<TaskId, StatusSummary>();
    return {
      ...showing(store, (task) => ({ ...task, summary: last.get(task.taskId) ?? task.summary })),
      async record(lease, record) {
        last.set(lease.taskId, record.rows);
        return store.record(lease, record);
      },
    };
  }),
  brokenStore('counts dead numbers as inactive', NAMES, (store) =>
    showing(store, (task) => {
      const { dead, inactive } = task.summary;
      return { ...task, summary: { ...task.summary, dead: inactive, inactive: dead } };
    }),
  ),
  brokenStore('counts rows in 16 bits', NAMES, (store) =>
    showing(store, (task) => ({
      ...task,
      summary: { ...task.summary, unknown: task.summary.unknown % 32_768 },
    })),
  ),
  brokenStore('counts no sources', SOURCES, (store) => countingSources(store, () => ({}))),
  brokenStore('shows the sources of the last record alone', SOURCES, (store) =>
    countingSources(store, (_, added) => added),
  ),
  brokenStore('forgets the sources that the next record does not have', SOURCES, (store) =>
    countingSources(store, (counts, added) => {
      const kept = Object.entries(counts).filter(([name]) => Object.hasOwn(added, name));
      return addAll(Object.fromEntries(kept), added);
    }),
  ),
  brokenStore('takes a source for what every object has', SOURCES, (store) =>
    countingSources(store, (counts, added) => {
      const sum: Record<string, number> = { ...counts };
      for (const [name, rows] of Object.entries(added)) sum[name] = (sum[name] ?? 0) + rows;
      return sum;
    }),
  ),
  brokenStore(
    'counts however many sources by name',
    'counts the first 20 sources of a task by name, and all others as one',
    (store) => countingSources(store, addAll),
  ),
  brokenStore('gives statuses in the order of recording', ORDER, (store) => {
    const recorded = new PerTask<Uint8Array[]>(() => []);
    return {
      async record(lease, record) {
        recorded.of(lease.taskId).push(record.statuses);
        return store.record(lease, record);
      },
      statuses: async (taskId) =>
        (await store.statuses(taskId)).map((_, position) => recorded.of(taskId)[position]),
    };
  }),
  brokenStore('leaves out what is not recorded', ORDER, (store) => ({
    statuses: async (taskId) => (await store.statuses(taskId)).filter((statuses) => statuses !== undefined),
  })),
  brokenStore('takes empty statuses for none', ORDER, (store) => ({
    statuses: async (taskId) =>
      (await store.statuses(taskId)).map((statuses) => (statuses?.length === 0 ? undefined : statuses)),
  })),
  brokenStore('keeps the first record of a chunk', SEVERAL, (store) => {
    const first = new Map<string, Uint8Array>();
    return {
      record(lease, record) {
        first.set(keyOf(lease), first.get(keyOf(lease)) ?? record.statuses);
        return store.record(lease, record);
      },
      statuses: async (taskId) =>
        (await store.statuses(taskId)).map(
          (statuses, chunkIndex) => statuses && first.get(keyOf({ taskId, chunkIndex, token: '' })),
        ),
    };
  }),
  brokenStore('ends a lease with the first record', SEVERAL, (store) => ({
    async record(lease, record) {
      const answer = await store.record(lease, record);
      await store.giveBack(lease, 0);
      return answer;
    },
  })),
  brokenStore('answers with the revision that it was given', SEVERAL, (store) => ({
    async record(lease, record) {
      const answer = await store.record(lease, record);
      return answer.outcome === 'recorded' ? { ...answer, revision: record.revision } : answer;
    },
  })),
  brokenStore('takes a record at whatever revision', OUTDATED, (store) => ({
    record: (lease, record) => recordAnyway(store, lease, record),
  })),
  brokenStore('does not say what is there', OUTDATED, (store) => ({
    async record(lease, record) {
      const answer = await store.record(lease, record);
      return answer.outcome === 'outdated' ? { ...answer, statuses: new Uint8Array() } : answer;
    },
  })),
  brokenStore('counts the rows also of what it refuses', OUTDATED, (store) =>
    counting(store, async ({ taskId, chunkIndex }, { revision }) => {
      const known = (await store.statuses(taskId))[chunkIndex ?? 0];
      return known !== undefined && revision === 0;
    }),
  ),
  brokenStore('rejects the repeat of a record', REPEAT, (store) => ({
    async record(lease, record) {
      const answer = await store.record(lease, record);
      if (answer.outcome === 'outdated') throw new FaultError('duplicate key');
      return answer;
    },
  })),
  brokenStore('takes the repeat of a last record', REPEAT, (store) => ({
    record: (lease, record) => recordAnyway(store, lease, record),
  })),
  brokenStore('looks at the revision and then records', AT_ONCE, (store) => {
    const recorded = new Set<string>();
    return {
      async record(lease, record) {
        const isRecorded = recorded.has(keyOf(lease));
        await nextTurn();
        recorded.add(keyOf(lease));
        return isRecorded ? store.record(lease, record) : recordAnyway(store, lease, record);
      },
    };
  }),
  brokenStore('takes nothing from whoever has lost the lease', LATE, (store) => {
    const tokens = new Map<string, string>();
    const notes = noting(store, (lease) => void tokens.set(keyOf(lease), lease.token));
    return {
      ...notes,
      record: async (lease, record) =>
        tokens.get(keyOf(lease)) === lease.token ? notes.record(lease, record) : { outcome: 'closed' },
    };
  }),
  brokenStore('rejects records without a lease', 'takes answers for a chunk that was given back', (store) => {
    const givenBack = new Set<string>();
    return {
      async giveBack(lease, ms) {
        givenBack.add(keyOf(lease));
        await store.giveBack(lease, ms);
      },
      async record(lease, record) {
        if (givenBack.has(keyOf(lease))) throw new FaultError('not leased');
        return store.record(lease, record);
      },
    };
  }),
  brokenStore('does not see when a chunk is complete', 'never claims a complete chunk again', (store) => ({
    record: (lease, record) => store.record(lease, { ...record, isComplete: false }),
  })),
  brokenStore(
    'forgets the record of a chunk with its lease',
    'loses no record of an incomplete chunk with its lease',
    (store) => claiming(store, (claim) => (claim.kind === 'check' ? { ...claim, statuses: null } : claim)),
  ),
];
