import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { DialproofError } from '../../model/errors.js';
import { DEFAULT_TABLE_LIMITS } from '../../tables/table-limits.js';
import { readSubmit } from '../intake/read-submit.js';
import type { SubmitToRead } from '../intake/upload-parts.js';
import { IntakeThreads } from './intake-threads.js';
import { anyFile, workbook } from './trial-files.fixture.js';
import { outcomeOf, READINGS, TrialParts, uploadOf } from './trial-parts.fixture.js';

const threads = new IntakeThreads(2);
afterAll(() => threads.close());

const PHONE = 'phone\n+14155550100\n';

describe.each(READINGS)('a file that is read for %s in another thread', (_, { readHere, readIn }) => {
  const readThere = readIn(threads);
  /** What comes of the file in the thread of the caller and in another one. */
  async function bothOutcomes(upload: SubmitToRead, parts: () => TrialParts): Promise<[unknown, unknown]> {
    return [await outcomeOf(readHere, upload, parts()), await outcomeOf(readThere, upload, parts())];
  }

  it('gives the same contents, notes and refusals, whole or cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFile,
        fc.constantFrom(1_000, 65_536, 300_000),
        fc.constantFrom(3, 250),
        fc.constantFrom(1_000_000, 1_000_000, 300),
        async ({ bytes, ...file }, pieceBytes, chunkSize, credits) => {
          const [here, there] = await bothOutcomes(uploadOf({ ...file, chunkSize }), () => {
            const parts = new TrialParts(bytes, pieceBytes);
            parts.availableCredits = async () => credits;
            return parts;
          });
          expect(there).toEqual(here);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each<[string, Partial<SubmitToRead>, string | Uint8Array]>([
    ['unsupported_file_type', { fileName: 'people.txt' }, PHONE],
    ['empty_file', {}, ''],
    ['empty_file', {}, 'phone\n'],
    ['malformed_file', {}, 'phone\n\0'],
    ['malformed_file', {}, 'phone\n"+14155550100\n'],
    ['malformed_file', { fileName: 'people.xlsx' }, PHONE],
    ['too_many_rows', { maxRows: 2 }, `${PHONE}1\n2\n`],
    ['too_many_columns', { limits: { ...DEFAULT_TABLE_LIMITS, maxColumns: 1 } }, 'phone,name\n1,2\n'],
    ['cell_too_large', { limits: { ...DEFAULT_TABLE_LIMITS, maxCsvCellChars: 9 } }, PHONE],
    ['file_too_large', { limits: { ...DEFAULT_TABLE_LIMITS, maxFileBytes: 9 } }, PHONE],
    ['column_not_found', { reading: { phoneColumn: 'mobile' } }, PHONE],
    ['invalid_country', { reading: { defaultCountry: 'xx' } }, PHONE],
    ['invalid_area_code', { reading: { defaultAreaCode: 'x', defaultCountry: 'de' } }, PHONE],
    ['header_row_not_found', { reading: { headerRow: 9 } }, PHONE],
    ['sheet_not_found', { reading: { sheet: 'A' } }, PHONE],
    ['sheet_not_found', { fileName: 'a.xlsx', reading: { sheet: 'A' } }, workbook([['phone'], ['1']])],
    ['unsupported_encoding', { reading: { encoding: 'ebcdic' } }, PHONE],
  ])('is refused in the same words: %s of %o', async (code, over, content) => {
    const [here, there] = await bothOutcomes(uploadOf(over), () => new TrialParts(content));
    expect(there).toEqual(here);
    expect(there).toMatchObject({ end: { code }, closed: expect.any(Number) });
  });

  it.each([
    ['an error of ours', new DialproofError('storage_unavailable'), { code: 'storage_unavailable' }],
    ['another error', new Error('reset'), { code: 'upload_interrupted', cause: new Error('reset') }],
  ])('is refused as the content breaks off with %s', async (_, error, refusal) => {
    async function* content(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('phone\n');
      throw error;
    }
    await expect(readThere(uploadOf(), new TrialParts(content()))).rejects.toMatchObject(refusal);
  });

  it('is refused for content that is no bytes with what its host has done wrong', async () => {
    const content = ['phone\n'] as Iterable<unknown> as Iterable<Uint8Array>;
    await expect(readThere(uploadOf(), new TrialParts(content))).rejects.toThrow(TypeError);
  });

  it('is refused for settings that are no plain data, and its content closed', async () => {
    const parts = new TrialParts(PHONE);
    const reading = { phoneColumn: () => 0 } as object;
    await expect(readThere(uploadOf({ reading }), parts)).rejects.toMatchObject({
      name: 'DataCloneError',
    });
    expect(parts.content.closed).toBe(1);
  });
});

describe('a file that is read for a submit in another thread', () => {
  it('is refused in the same words as soon as it holds too many credits', async () => {
    const upload = uploadOf({ maxCredits: 0 });
    const here = await outcomeOf(readSubmit, upload, new TrialParts(PHONE));
    expect(await outcomeOf(threads.readSubmit, upload, new TrialParts(PHONE))).toEqual(here);
    expect(here).toMatchObject({ end: { code: 'max_credits_exceeded' } });
  });

  it.each(['begin', 'append', 'availableCredits'] as const)(
    'is refused with the very error of %s',
    async (part) => {
      const parts = new TrialParts(PHONE);
      const error = new TypeError('the store is away');
      Object.assign(parts, { [part]: () => Promise.reject(error) });
      await expect(threads.readSubmit(uploadOf(), parts)).rejects.toBe(error);
      expect(parts.content.closed).toBe(0);
    },
  );

  it('is refused with the error of a block that was being stored when a later row was refused', async () => {
    const parts = new TrialParts(`phone\n${'+14155550100\n'.repeat(9_000)}"\n`);
    const error = new Error('the disk is full');
    parts.append = () => Promise.reject(error);
    await expect(threads.readSubmit(uploadOf(), parts)).rejects.toBe(error);
  });

  it('shows each piece once and in order, and leaves the memory of its sender alone', async () => {
    const bytes = Buffer.from(`phone\n${'+14155550100\n'.repeat(30_000)}`);
    const before = createHash('sha256').update(bytes).digest('hex');
    const parts = new TrialParts([bytes.subarray(0, 300_000), bytes.subarray(300_000)]);
    expect(await threads.readSubmit(uploadOf(), parts)).toMatchObject({ total: 30_000 });
    expect(parts.pieces).toHaveLength(2);
    expect(createHash('sha256').update(Buffer.concat(parts.pieces)).digest('hex')).toBe(before);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(before);
  });

  it('is read no faster than its rows are stored', async () => {
    const row = `+14155550100,${'x'.repeat(1_000)}\n`;
    const blockBytes = 512 * 1024;
    const parts = new TrialParts(Buffer.from(`phone,text\n${row.repeat(10_000)}`), 32 * 1024);
    const ahead: number[] = [];
    let stored = 0;
    parts.append = async (_, block) => {
      stored += block.length;
      ahead.push(parts.content.taken * 32 * 1024 - stored);
      await settle();
    };
    await threads.readSubmit(uploadOf(), parts);
    expect(stored).toBeGreaterThan(10 * blockBytes);
    // A block that is full, the next one, and the pieces that are on their way.
    expect(Math.max(...ahead)).toBeLessThan(2.5 * blockBytes);
  });
});

/** A file whose end does not come. */
function endless(text: string) {
  const seen = { isWaiting: false };
  async function* content(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
    seen.isWaiting = true;
    await new Promise(() => undefined);
  }
  return { parts: new TrialParts(content()), seen };
}

describe.each(READINGS)('a reading for %s in another thread that is aborted', (_, { readIn }) => {
  const readThere = readIn(threads);

  it('before it begins, starts no thread and closes the content', async () => {
    const unused = new IntakeThreads(1, () => {
      throw new Error('a thread was started');
    });
    const parts = new TrialParts('phone\n');
    parts.stop.abort();
    await expect(readIn(unused)(uploadOf(), parts)).rejects.toMatchObject({ code: 'upload_interrupted' });
    expect(parts.content).toMatchObject({ taken: 0, closed: 1 });
  });

  it('while it waits for the next piece, ends at once', async () => {
    const { parts, seen } = endless('phone\n+14155550100\n');
    const reading = readThere(uploadOf(), parts);
    reading.catch(() => undefined);
    await until(() => seen.isWaiting);
    parts.stop.abort();
    await expect(reading).rejects.toMatchObject({ code: 'upload_interrupted' });
    expect(parts.content.closed).toBe(1);
  });

  it('in the middle of its rows, ends before the last one', async () => {
    const row = Buffer.from('+14155550100\n'.repeat(1_000));
    const stop = new AbortController();
    let taken = 0;
    function* content(): Generator<Uint8Array> {
      yield Buffer.from('phone\n');
      for (; taken < 1_000; taken += 1) {
        if (taken === 5) stop.abort();
        yield row;
      }
    }
    const parts = Object.assign(new TrialParts(content()), { signal: stop.signal });
    await expect(readThere(uploadOf({ maxRows: 1_000_000 }), parts)).rejects.toMatchObject({
      code: 'upload_interrupted',
    });
    expect(taken).toBeLessThan(8);
    expect(parts.content.closed).toBe(1);
  });

  it('after its end, is not touched by that', async () => {
    const parts = new TrialParts('phone\n+14155550100\n');
    const result = await readThere(uploadOf(), parts);
    parts.stop.abort();
    await settle();
    expect(result.total).toBe(1);
    expect(parts.content.closed).toBe(0);
  });
});

describe('a reading for a submit in another thread that is aborted', () => {
  it('while the draft is begun, ends when that has ended', async () => {
    const parts = new TrialParts(`phone\n${'+14155550100\n'.repeat(50_000)}`);
    let isBegun = false;
    parts.begin = async () => {
      parts.stop.abort();
      await settle();
      isBegun = true;
    };
    await expect(threads.readSubmit(uploadOf(), parts)).rejects.toMatchObject({ code: 'upload_interrupted' });
    expect(isBegun).toBe(true);
  });
});
