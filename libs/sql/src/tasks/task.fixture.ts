import {
  type AccountId,
  accountId,
  type ChunkRecord,
  emptySummary,
  type Lease,
  newTaskId,
  type Task,
  type TaskContents,
  type TaskStore,
} from '@dialproof/core';

export const FILE: TaskContents['file'] = {
  name: 'numbers.xlsx',
  type: 'xlsx',
  sheet: 'People',
  encoding: null,
  phoneColumn: { index: 0, name: 'phone' },
  notes: [],
  rowBlocks: 0,
  numbersPerChunk: 1,
};

export interface SampleTask {
  readonly accountId?: AccountId;
  readonly chunkCount?: number;
  readonly file?: TaskContents['file'];
  readonly rowsWithoutNumber?: number;
}

export const ANN = accountId('ann');

export async function beginDraft(
  store: TaskStore,
  account: AccountId = ANN,
  leaseMs = 1_000,
): Promise<Lease> {
  return await store.begin({ taskId: newTaskId(), accountId: account, run: 1, leaseMs });
}

/** A task of `chunkCount` chunks. Each has one number in one row. */
export async function enqueueTask(store: TaskStore, sample: SampleTask = {}): Promise<Task> {
  const { accountId: account = ANN, chunkCount = 1, file = FILE, rowsWithoutNumber = 0 } = sample;
  const lease = await beginDraft(store, account);
  const chunks = Array.from({ length: chunkCount }, (_, index) => Uint8Array.of(index >> 8, index & 255));
  const total = chunkCount + rowsWithoutNumber;
  return await store.enqueue(lease, { total, rowsWithoutNumber, heldCredits: chunkCount, file, chunks });
}

/** The complete record of a chunk with one number. */
export function wholeRecord(record: Partial<ChunkRecord> = {}): ChunkRecord {
  return {
    revision: 0,
    statuses: Uint8Array.of(0),
    rows: { ...emptySummary(), wa_registered: 1 },
    sources: {},
    checksFailed: 0,
    verified: 1,
    isComplete: true,
    leaseMs: 1_000,
    ...record,
  };
}
