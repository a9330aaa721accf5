import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../async/turns.fixture.js';
import { ManualClock } from '../../../memory/manual-clock.js';
import { DialproofError } from '../../../model/errors.js';
import type { E164 } from '../../../model/identifiers.js';
import { newTaskId } from '../../../ports/entropy.js';
import type { ChunkRecord, FinishClaim, RecordAnswer } from '../../../ports/task-store.js';
import { FailureReporter, type ReportedFailure } from '../../../reports/failure-reporter.js';
import { encodeNumberChunk } from '../../number-chunk.js';
import { recordedStatuses } from '../../recorded-chunk.js';
import { ChunkProgress } from './chunk-progress.js';
import { ChunkRecorder } from './chunk-recorder.js';

const numbers = Array.from({ length: 4 }, (_, n) => `+1415555${2_671 + n}` as E164);
const chunk = encodeNumberChunk(numbers.map(Number), [1, 1, 1, 1]);
const OPEN = 128;
const DEAD = 2;

type Reply = (record: ChunkRecord) => Promise<RecordAnswer>;

function recorded(over: Partial<RecordAnswer & { outcome: 'recorded' }> = {}): Reply {
  return async ({ revision }) => ({
    outcome: 'recorded',
    revision: revision + 1,
    isEnding: false,
    finish: null,
    ...over,
  });
}

/** A recorder on a store that gives these replies in turn, and repeats the last one. */
function trial(...replies: Reply[]) {
  const clock = new ManualClock();
  const failures: ReportedFailure[] = [];
  const records: ChunkRecord[] = [];
  const seen = { recorded: 0, ending: 0, waiting: 0 };
  const stop = new AbortController();
  const progress = new ChunkProgress({ chunk, statuses: null, revision: 0 }, 3, clock);
  const parts = {
    store: {
      record: (_: unknown, record: ChunkRecord) => {
        records.push(record);
        const reply = replies[Math.min(records.length, replies.length) - 1] ?? recorded();
        return reply(record);
      },
    },
    clock,
    reporter: new FailureReporter(clock, (failure) => failures.push(failure)),
    leaseMs: 60_000,
    beginWaiting: () => {
      seen.waiting += 1;
      return () => {
        seen.waiting -= 1;
      };
    },
    onRecorded: () => {
      seen.recorded += 1;
    },
    onEnding: () => {
      seen.ending += 1;
    },
  };
  const lease = { taskId: newTaskId(), chunkIndex: 0, token: 'token' };
  const recorder = new ChunkRecorder(lease, progress, parts, stop.signal);
  const learn = (position: number): void => {
    progress.answer(position, 'dead');
    recorder.noteNews();
  };
  return { clock, failures, learn, progress, recorder, records, seen, stop };
}

describe('the records of a chunk', () => {
  it('are one for all answers of one turn', async () => {
    const { learn, records, seen } = trial();
    learn(0);
    learn(1);
    learn(2);
    expect(records).toEqual([]);
    await settle();
    expect(records).toMatchObject([{ revision: 0, verified: 3, rows: { dead: 3 }, leaseMs: 60_000 }]);
    expect(seen.recorded).toBe(1);
  });

  it('begin 15 ms after the record before, and no later', async () => {
    const { clock, learn, records } = trial();
    learn(0);
    await settle();
    learn(1);
    learn(2);
    await settle();
    clock.advance(14);
    await settle();
    expect(records).toHaveLength(1);
    clock.advance(1);
    await settle();
    expect(records).toMatchObject([{ verified: 1 }, { revision: 1, verified: 2 }]);
    expect(clock.pending).toBe(0);
  });

  it('begin at once if exactly 15 ms have passed', async () => {
    const { clock, learn, records } = trial();
    learn(0);
    await settle();
    clock.advance(15);
    learn(1);
    await settle();
    expect(records).toHaveLength(2);
  });

  it('are made one at a time: answers that come during one go into the next', async () => {
    let answer = (): void => undefined;
    const slow: Reply = async (record) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return await recorded()(record);
    };
    const { clock, learn, records } = trial(slow, recorded());
    learn(0);
    await settle();
    learn(1);
    clock.advance(1_000);
    learn(2);
    await settle();
    expect(records).toHaveLength(1);
    answer();
    await settle();
    expect(records).toMatchObject([{ verified: 1 }, { revision: 1, verified: 2 }]);
  });

  it('have all answers after a flush, at once', async () => {
    const { clock, learn, recorder, records } = trial();
    learn(0);
    await settle();
    learn(1);
    await recorder.flush();
    expect(records).toMatchObject([{ verified: 1 }, { verified: 1 }]);
    expect(clock.pending).toBe(0);
    await recorder.flush();
    expect(records).toHaveLength(2);
  });

  it('are not made without answers', async () => {
    const { recorder, records } = trial();
    recorder.noteNews();
    await settle();
    await recorder.flush();
    expect(records).toEqual([]);
  });

  it('keep the claim of the end that the last record returned', async () => {
    const finish = { kind: 'finish' } as FinishClaim;
    const { learn, recorder } = trial(recorded({ finish }));
    expect(recorder.finish).toBeNull();
    for (const position of [0, 1, 2, 3]) learn(position);
    await recorder.flush();
    expect(recorder.finish).toBe(finish);
  });

  it('call onEnding when the task is to end', async () => {
    const { learn, recorder, seen } = trial(recorded({ isEnding: true }));
    learn(0);
    await recorder.flush();
    expect(seen).toEqual({ recorded: 1, ending: 1, waiting: 0 });
    expect(recorder.isClosed).toBe(false);
  });
});

describe('a record that is outdated', () => {
  it('is made again with what others have recorded, each number counted once', async () => {
    const outdated: Reply = async () => ({
      outcome: 'outdated',
      revision: 5,
      statuses: Uint8Array.of(OPEN, 3, OPEN + 1, OPEN),
    });
    const { learn, recorder, records, progress } = trial(outdated, recorded());
    learn(0);
    learn(1);
    await recorder.flush();
    expect(records[1]).toMatchObject({
      revision: 5,
      verified: 1,
      rows: { dead: 1, inactive: 0 },
    });
    const statuses = recordedStatuses(records[1]?.statuses ?? new Uint8Array());
    expect([...statuses]).toEqual([DEAD, 3, OPEN + 1, OPEN]);
    expect(progress.hasNews).toBe(false);
  });

  it('is not made again where others have recorded all of it', async () => {
    const outdated: Reply = async () => ({
      outcome: 'outdated',
      revision: 5,
      statuses: Uint8Array.of(DEAD, OPEN, OPEN, OPEN),
    });
    const { learn, recorder, records } = trial(outdated);
    learn(0);
    await recorder.flush();
    expect(records).toHaveLength(1);
  });

  it('rejects, when it is flushed, where what others have recorded cannot be read', async () => {
    const outdated: Reply = async () => ({ outcome: 'outdated', revision: 5, statuses: new Uint8Array(9) });
    const { learn, recorder } = trial(outdated);
    learn(0);
    await settle();
    await expect(recorder.flush()).rejects.toBeInstanceOf(RangeError);
  });
});

describe('a task that takes no more records', () => {
  it('gets no more records, and no more of it is checked', async () => {
    const { learn, recorder, records, seen } = trial(async () => ({ outcome: 'closed' }));
    learn(0);
    await recorder.flush();
    learn(1);
    await recorder.flush();
    await settle();
    expect(records).toHaveLength(1);
    expect(recorder.isClosed).toBe(true);
    expect(seen).toEqual({ recorded: 0, ending: 1, waiting: 0 });
  });
});

describe('a store that fails', () => {
  const down: Reply = () => Promise.reject(new DialproofError('storage_unavailable'));

  it('is tried again after pauses that double up to five seconds, and reported once', async () => {
    const { clock, failures, learn, recorder, records } = trial(down);
    learn(0);
    await settle();
    expect(recorder.isFailing).toBe(true);
    const times = [clock.elapsed()];
    while (times.length < 9) {
      const before = records.length;
      clock.advance(100);
      await settle(2);
      if (records.length > before) times.push(clock.elapsed());
    }
    expect(times.slice(1).map((at, index) => at - (times[index] ?? 0))).toEqual([
      100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000,
    ]);
    expect(failures).toMatchObject([{ kind: 'work_failed', count: 1 }]);
  });

  it('loses no answer: those that come meanwhile are in the record that succeeds', async () => {
    const { clock, learn, recorder, records } = trial(down, down, recorded());
    learn(0);
    await settle();
    learn(1);
    clock.advance(100);
    await settle();
    learn(2);
    const recovered = recorder.recovered();
    clock.advance(200);
    await recovered;
    expect(recorder.isFailing).toBe(false);
    expect(records[2]).toMatchObject({ revision: 0, verified: 3 });
  });

  it('is tried once more and then left when the work is to stop', async () => {
    const { clock, learn, recorder, records, stop } = trial(down);
    learn(0);
    await settle();
    const flushed = recorder.flush();
    stop.abort();
    await flushed;
    expect(records.length).toBeLessThanOrEqual(3);
    expect(clock.pending).toBe(0);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  it('keeps nobody waiting for it once the work is to stop', async () => {
    const { learn, recorder, stop } = trial(down);
    stop.abort();
    learn(0);
    await settle();
    expect(recorder.isFailing).toBe(true);
    await recorder.recovered();
  });

  it('counts as recovered also if it then returns an unreadable record', async () => {
    const outdated: Reply = async () => ({ outcome: 'outdated', revision: 5, statuses: new Uint8Array(9) });
    const { clock, learn, recorder } = trial(down, outdated);
    learn(0);
    await settle();
    const recovered = recorder.recovered();
    clock.advance(100);
    await recovered;
    expect(recorder.isFailing).toBe(false);
    // `flush` reads the same record, and rejects for the worker of the chunk.
    await expect(recorder.flush()).rejects.toBeInstanceOf(RangeError);
  });

  it('has its answer taken also after the work is to stop', async () => {
    const { learn, progress, recorder, stop } = trial(down, recorded());
    learn(0);
    await settle();
    const flushed = recorder.flush();
    stop.abort();
    await flushed;
    expect(progress.hasNews).toBe(false);
  });
});

describe('a record that the store refuses', () => {
  const refused: Reply = () => Promise.reject(new TypeError('the row is damaged'));

  it('is tried four times, then no more of the task is checked, and flush rejects with the reason', async () => {
    const { clock, failures, learn, recorder, records, seen } = trial(refused);
    learn(0);
    for (let time = 0; time < 20; time += 1) {
      await settle();
      clock.advance(100);
    }
    expect(records).toHaveLength(4);
    expect(seen).toEqual({ recorded: 0, ending: 1, waiting: 0 });
    learn(1);
    clock.advance(10_000);
    await expect(recorder.flush()).rejects.toThrow('the row is damaged');
    expect(records).toHaveLength(4);
    expect(failures).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it('is tried again after an outage of the store, and counts if it succeeds then', async () => {
    const down: Reply = () => Promise.reject(new DialproofError('storage_unavailable'));
    const { clock, learn, progress, records } = trial(refused, refused, refused, down, refused, recorded());
    learn(0);
    for (let time = 0; time < 100 && progress.hasNews; time += 1) {
      await settle();
      clock.advance(100);
    }
    expect(records).toHaveLength(6);
    expect(progress.hasNews).toBe(false);
  });
});
