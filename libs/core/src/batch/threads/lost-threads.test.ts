import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { workbookOf } from '../../tables/xlsx/workbook.fixture.js';
import { IntakeThreads } from './intake-threads.js';
import { READINGS, TrialParts, uploadOf } from './trial-parts.fixture.js';

const FILE = 'phone\n+14155550100\n';
const program = (source: string): URL => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const intakeWorker = (resourceLimits: ResourceLimits = {}): Worker =>
  new Worker(new URL('./intake-worker.js', import.meta.url), { resourceLimits });

/** Threads of these programs one after the other, then of the real one. They are written down, and ended with the test. */
function threadsOf(maxThreads: number, ...programs: readonly (() => Worker)[]) {
  const workers: Worker[] = [];
  const left = [...programs];
  const threads = new IntakeThreads(maxThreads, () => {
    const start = left.shift() ?? intakeWorker;
    const worker = start();
    workers.push(worker);
    return worker;
  });
  onTestFinished(() => threads.close());
  return { threads, workers };
}

/** A file whose end does not come before it is told to. */
function held(text = FILE) {
  let finish = (): void => undefined;
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  async function* content(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
    await isFinished;
  }
  const parts = new TrialParts(content());
  return { parts, finish: () => finish(), isRead: () => parts.content.taken > 1 };
}

/** Reads files for a submit and for a preview by turns. */
function mixed(threads: IntakeThreads, index: number) {
  return index % 2 === 0 ? threads.readSubmit : threads.readPreview;
}

describe.each(READINGS)('a thread that reads a file for %s', (_, { readIn }) => {
  it.each<[string, () => Worker, unknown]>([
    [
      'throws',
      () => new Worker(program("throw new Error('out of luck')")),
      expect.objectContaining({ message: 'out of luck' }),
    ],
    [
      'throws at the file',
      () =>
        new Worker(
          program(
            "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw new Error('out of luck'); });",
          ),
        ),
      expect.objectContaining({ message: 'out of luck' }),
    ],
    [
      'has no program',
      () => new Worker(new URL('./nowhere.js', import.meta.url)),
      expect.objectContaining({ code: expect.stringMatching(/NOT_FOUND/) }),
    ],
    [
      'cannot be started',
      () => {
        throw new TypeError('Invalid URL');
      },
      new TypeError('Invalid URL'),
    ],
    [
      'runs out of memory',
      () => intakeWorker({ maxOldGenerationSizeMb: 2, maxYoungGenerationSizeMb: 1 }),
      expect.objectContaining({ code: 'ERR_WORKER_OUT_OF_MEMORY' }),
    ],
    [
      'ends',
      () => new Worker(program('process.exit(3)')),
      new Error('the thread has ended with exit code 3'),
    ],
  ])(
    'refuses its file as overloaded when it %s, and the next file has another thread',
    async (_, start, cause) => {
      const { threads } = threadsOf(1, start);
      const parts = new TrialParts(FILE);
      await expect(readIn(threads)(uploadOf(), parts)).rejects.toMatchObject({
        code: 'overloaded',
        retryAfterMs: 1_000,
        cause,
      });
      expect(parts.content.closed).toBe(1);
      expect(await readIn(threads)(uploadOf(), new TrialParts(FILE))).toMatchObject({ total: 1 });
    },
  );
});

describe('a thread that reads files', () => {
  it('ends no upload before what that was storing is stored', async () => {
    const { threads, workers } = threadsOf(1);
    const parts = new TrialParts(FILE);
    const seen = { begins: false, begun: false };
    parts.begin = async () => {
      seen.begins = true;
      await once(workers[0] as Worker, 'exit');
      await settle();
      seen.begun = true;
    };
    const reading = threads.readSubmit(uploadOf(), parts);
    reading.catch(() => undefined);
    await until(() => seen.begins);
    await workers[0]?.terminate();
    await expect(reading).rejects.toMatchObject({ code: 'overloaded' });
    expect(seen.begun).toBe(true);
  });

  it('is shared by files when all threads have one, and is one of as many as there are files', async () => {
    const { threads, workers } = threadsOf(2);
    const files = [held(), held(), held()];
    const readings = files.map(({ parts }, index) => mixed(threads, index)(uploadOf(), parts));
    await until(() => files.every(({ isRead }) => isRead()));
    expect(workers).toHaveLength(2);
    for (const { finish } of files) finish();
    expect(await Promise.all(readings)).toMatchObject([{ total: 1 }, { total: 1 }, { total: 1 }]);
  });

  it('reads other files while the client of one sends nothing', async () => {
    const { threads } = threadsOf(1);
    const { finish, isRead, parts } = held();
    const slow = threads.readSubmit(uploadOf(), parts);
    await until(isRead);
    for (let count = 0; count < 4; count += 1) {
      expect(await mixed(threads, count)(uploadOf(), new TrialParts(FILE))).toMatchObject({ total: 1 });
    }
    finish();
    expect(await slow).toMatchObject({ total: 1 });
  });

  it('is used again when its file is read', async () => {
    const { threads, workers } = threadsOf(2);
    for (let count = 0; count < 4; count += 1) await mixed(threads, count)(uploadOf(), new TrialParts(FILE));
    expect(workers).toHaveLength(1);
  });

  it('loses all files that share it, and no other', async () => {
    const { threads, workers } = threadsOf(2);
    const files = [held(), held(), held()];
    const readings = files.map(({ parts }, index) => mixed(threads, index)(uploadOf(), parts));
    const ends = Promise.allSettled(readings);
    await until(() => files.every(({ isRead }) => isRead()));
    await workers[0]?.terminate();
    files[1]?.finish();
    expect(await ends).toMatchObject([
      { reason: { code: 'overloaded' } },
      { value: { total: 1 } },
      { reason: { code: 'overloaded' } },
    ]);
  });

  it('ends with its pool, which may be closed again', async () => {
    const { threads, workers } = threadsOf(1);
    await threads.readSubmit(uploadOf(), new TrialParts(FILE));
    const ended = once(workers[0] as Worker, 'exit');
    await threads.close();
    await ended;
    await threads.close();
  });
});

describe.runIf(process.platform === 'linux')('the temporary file of a workbook in a thread', () => {
  const ROWS = Array.from({ length: 5_000 }, (_, row) => `<row><c><v>${row * 7919}</v></c></row>`).join('');

  /** The descriptors of files in a folder of its own, removed ones included. */
  function folder() {
    const tempDirectory = mkdtempSync(join(tmpdir(), 'dialproof-thread-'));
    onTestFinished(() => rmSync(tempDirectory, { recursive: true }));
    const linkOf = (fd: string): string => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    };
    const openFiles = () =>
      readdirSync('/proc/self/fd')
        .map(linkOf)
        .filter((path) => path.startsWith(tempDirectory));
    return { tempDirectory, openFiles };
  }

  it.each([
    ['read', (parts: TrialParts) => parts],
    [
      'refused',
      (parts: TrialParts) =>
        Object.assign(parts, { availableCredits: () => Promise.reject(new Error('away')) }),
    ],
  ])('is gone when the file is %s', async (_, prepared) => {
    const { tempDirectory, openFiles } = folder();
    const { threads } = threadsOf(1);
    const parts = prepared(new TrialParts(workbookOf({ sheets: [ROWS] })));
    let whileRead: string[] = [];
    parts.begin = async () => {
      whileRead = openFiles();
    };
    await threads.readSubmit(uploadOf({ fileName: 'a.xlsx', tempDirectory }), parts).catch(() => undefined);
    expect(whileRead).toHaveLength(1);
    expect([...openFiles(), ...readdirSync(tempDirectory)]).toEqual([]);
  });

  const ends = ['an abort', 'the loss of the thread'];
  it.each(READINGS.flatMap(([purpose, { readIn }]) => ends.map((end) => [end, purpose, readIn] as const)))(
    'is gone after %s while it is read for %s',
    async (end, _, readIn) => {
      const { tempDirectory, openFiles } = folder();
      const { threads, workers } = threadsOf(1);
      const bytes = workbookOf({ sheets: [ROWS] });
      async function* content(): AsyncGenerator<Uint8Array> {
        yield bytes.subarray(0, 1_000);
        await new Promise(() => undefined);
      }
      const parts = new TrialParts(content());
      const reading = readIn(threads)(uploadOf({ fileName: 'a.xlsx', tempDirectory }), parts);
      reading.catch(() => undefined);
      // Not only the file is open then: the thread knows of it.
      await until(() => parts.content.taken > 1);
      expect(openFiles()).toHaveLength(1);
      if (end === 'an abort') parts.stop.abort();
      else await workers[0]?.terminate();
      await expect(reading).rejects.toMatchObject({ name: 'DialproofError' });
      expect([...openFiles(), ...readdirSync(tempDirectory)]).toEqual([]);
    },
  );
});
