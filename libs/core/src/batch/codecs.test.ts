import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VERIFICATION_STATUSES } from '../model/statuses.js';
import { csvBytes } from '../tables/csv-writer.js';
import { splitCsvLines } from '../tables/table-block.js';
import {
  answeredByte,
  attemptsOf,
  failedByte,
  furtherByte,
  isFailed,
  isOpen,
  isSpared,
  openStatuses,
  reopenedStatuses,
  shownStatus,
  sparedByte,
} from './chunk-statuses.js';
import { decodeDigits, decodeNumberChunk, encodeNumberChunk, withKnownAnswers } from './number-chunk.js';
import { decodeHeader, decodeRowBlock, encodeHeader, encodeRowBlock, NO_NUMBER } from './row-block.js';

/** Phone numbers as integers. Numbers that end with eight zeros test that the low half keeps its zeros. */
const number = fc.oneof(
  fc.integer({ min: 1_000_000, max: 999_999_999_999_999 }),
  fc.integer({ min: 1, max: 9_999_999 }).map((high) => high * 100_000_000),
);

describe('number chunk', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(number, fc.integer({ min: 1, max: 100_000 }))), (pairs) => {
        const [numbers, rowCounts] = [pairs.map(([digits]) => digits), pairs.map(([, count]) => count)];
        const expected = { numbers: numbers.map((digits) => `+${digits}`), rowCounts };
        expect(decodeNumberChunk(encodeNumberChunk(numbers, rowCounts))).toEqual(expected);
      }),
    );
  });

  it('keeps the dates of consent of a file that has them', () => {
    const days = fc.constantFrom(0, 19_700_101, 20_240_229, 20_261_231);
    const pairs = fc.array(fc.tuple(number, fc.integer({ min: 1, max: 100_000 }), days), { minLength: 1 });
    fc.assert(
      fc.property(pairs, (given) => {
        const chunk = encodeNumberChunk(
          given.map(([digits]) => digits),
          given.map(([, count]) => count),
          given.map(([, , day]) => day),
        );
        const read = decodeNumberChunk(chunk);
        expect(read.numbers).toEqual(given.map(([digits]) => `+${digits}`));
        expect(read.rowCounts).toEqual(given.map(([, count]) => count));
        const written = read.consentDates?.map((date) => Number(date?.replaceAll('-', '') ?? 0));
        expect(written).toEqual(given.map(([, , day]) => day));
        expect(decodeDigits(chunk)).toEqual({
          digits: given.map(([digits]) => digits),
          days: given.map(([, , day]) => day),
        });
      }),
    );
  });

  it('has a sign behind each number of a file with dates of consent', () => {
    const chunk = encodeNumberChunk(
      [14155552671, 442071838750, 4930000000],
      [1, 3, 1],
      [20240501, 0, 19991231],
    );
    expect(Buffer.from(chunk).toString()).toBe('14155552671@20240501 442071838750*3@ 4930000000@19991231');
    expect(decodeNumberChunk(chunk).consentDates).toEqual(['2024-05-01', undefined, '1999-12-31']);
  });

  it('has known answers behind its text', () => {
    const chunk = encodeNumberChunk([14155552671, 442071838750], [1, 3]);
    const known = Uint8Array.of(2, 128, 127, 0, 32);
    const read = decodeNumberChunk(withKnownAnswers(chunk, known));
    expect(read).toMatchObject({ numbers: ['+14155552671', '+442071838750'], rowCounts: [1, 3] });
    expect(read.known && Uint8Array.from(read.known)).toEqual(known);
    expect(() => decodeNumberChunk(withKnownAnswers(chunk, new Uint8Array()))).toThrow(RangeError);
  });

  it('is readable text', () => {
    const chunk = encodeNumberChunk([14155552671, 442071838750, 4930000000000], [1, 3, 1]);
    expect(Buffer.from(chunk).toString()).toBe('14155552671 442071838750*3 4930000000000');
  });

  it.each([
    ' ',
    '1 ',
    ' 1',
    '1  2',
    '01',
    '1a',
    '1 a2',
    '1*',
    '1*0',
    '1*2*3',
    '*2',
    '+1',
    '1234567890123456',
    '1\n2',
    '1@1',
    '1@20240501@',
    '1@20240501*2',
    '@20240501',
  ])('is none where a word is no number: %j', (text) => {
    expect(() => decodeNumberChunk(Buffer.from(text))).toThrow(RangeError);
    expect(() => decodeDigits(Buffer.from(text))).toThrow(RangeError);
  });
});

describe('row block', () => {
  it('comes back as it was, also from the middle of another buffer', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -1, max: 99_999 }), fc.integer({ min: 1, max: 1_000 }))),
        fc.string({ unit: 'grapheme' }),
        (rows, text) => {
          const block = {
            numberIndexes: Int32Array.from(rows, ([index]) => index),
            cellCounts: Int32Array.from(rows, ([, cells]) => cells),
            text: Buffer.from(text),
          };
          const encoded = encodeRowBlock(block);
          const surrounded = Buffer.concat([Buffer.from('abc'), encoded, Buffer.from('x')]);
          expect(decodeRowBlock(encoded)).toEqual(block);
          expect(decodeRowBlock(surrounded.subarray(3, 3 + encoded.length))).toEqual(block);
        },
      ),
    );
  });
});

describe('row block of schema version 3', () => {
  const STORED =
    'BQAAAAAAAAD//////////wEAAAAAAAAAAgAAAAIAAAABAAAAAwAAAAIAAABBbm4sKzE0MTU1NTUyNjcxCiJhLGIiLCJzYXkgIiJoaSIiIgoiIgoiw6kNCua8oiIsIu+7v/CfmIAiLCJ4DXkiCiwK';

  it('still has its lines', () => {
    const { numberIndexes, cellCounts, text } = decodeRowBlock(Buffer.from(STORED, 'base64'));
    expect([...numberIndexes]).toEqual([0, NO_NUMBER, NO_NUMBER, 1, 0]);
    expect([...cellCounts]).toEqual([2, 2, 1, 3, 2]);
    expect(splitCsvLines(text)).toEqual([
      'Ann,+14155552671',
      '"a,b","say ""hi"""',
      '""',
      '"é\r\n漢","\ufeff😀","x\ry"',
      ',',
    ]);
  });

  it('is what is stored today', () => {
    const rows = [
      ['Ann', '+14155552671'],
      ['a,b', 'say "hi"'],
      [''],
      ['é\r\n漢', '\ufeff😀', 'x\ry'],
      ['', ''],
    ];
    const block = {
      numberIndexes: Int32Array.of(0, NO_NUMBER, NO_NUMBER, 1, 0),
      cellCounts: Int32Array.of(2, 2, 1, 3, 2),
      text: csvBytes(rows),
    };
    expect(Buffer.from(encodeRowBlock(block)).toString('base64')).toBe(STORED);
  });
});

describe('header block', () => {
  const row = fc.array(fc.string({ unit: 'grapheme' }));

  it('comes back as it was', () => {
    fc.assert(
      fc.property(row, fc.array(row), fc.boolean(), (columns, skippedRows, hasLongCells) => {
        const header = { skippedRows, columns, hasLongCells };
        expect(decodeHeader(encodeHeader(header))).toEqual(header);
      }),
    );
  });

  it('is still read as schema version 3 wrote it, with columns alone', () => {
    expect(decodeHeader(Buffer.from('["phone","columns"]'))).toEqual({
      skippedRows: [],
      columns: ['phone', 'columns'],
      hasLongCells: false,
    });
  });
});

describe('chunk statuses', () => {
  const [open] = openStatuses(1);

  /** The byte of a number after `times` failed checks. */
  function failedTimes(times: number, maxAttempts: number): number {
    let byte = open ?? Number.NaN;
    for (let failure = 0; failure < times; failure += 1) byte = failedByte(byte, maxAttempts);
    return byte;
  }

  it('begin open, a byte for each number, without an attempt', () => {
    const statuses = openStatuses(4);
    expect(statuses).toHaveLength(4);
    expect([...statuses].map((byte) => [isOpen(byte), attemptsOf(byte), shownStatus(byte)])).toEqual(
      Array(4).fill([true, 0, 'unknown']),
    );
  });

  it('have the bytes of the databases that exist', () => {
    const names = ['wa_registered', 'telegram_registered', 'dead', 'inactive', 'unknown'];
    expect([0, 1, 2, 3, 4].map(shownStatus)).toEqual(names);
    expect([isFailed(255), isOpen(128), attemptsOf(130)]).toEqual([true, true, 2]);
  });

  it('keep each answer apart from a failed check and from an open number', () => {
    const bytes = VERIFICATION_STATUSES.map(answeredByte);
    expect(bytes.map(shownStatus)).toEqual([...VERIFICATION_STATUSES]);
    expect(bytes.some((byte) => isOpen(byte) || isFailed(byte))).toBe(false);
  });

  it('count the failed checks of a number until its last attempt, for any number of attempts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), (maxAttempts) => {
        for (let times = 0; times < maxAttempts; times += 1) {
          const byte = failedTimes(times, maxAttempts);
          expect([isOpen(byte), isFailed(byte), attemptsOf(byte)]).toEqual([true, false, times]);
        }
        const last = failedTimes(maxAttempts, maxAttempts);
        expect([isOpen(last), isFailed(last), shownStatus(last)]).toEqual([false, true, 'unknown']);
        // The store keeps one byte.
        expect([...Uint8Array.of(last)]).toEqual([last]);
      }),
    );
  });

  it('spare a number only its first failure, and none if it has one attempt', () => {
    const spared = sparedByte(failedTimes(0, 3), 3);
    expect([isOpen(spared), isSpared(spared), attemptsOf(spared), shownStatus(spared)]).toEqual([
      true,
      true,
      0,
      'unknown',
    ]);
    expect(sparedByte(spared, 3)).toBe(failedTimes(1, 3));
    expect(failedByte(spared, 3)).toBe(failedTimes(1, 3));
    expect(sparedByte(failedTimes(1, 3), 3)).toBe(failedTimes(2, 3));
    expect(isFailed(sparedByte(failedTimes(0, 1), 1))).toBe(true);
    expect([...(reopenedStatuses(Uint8Array.of(spared)) ?? [])]).toEqual([open]);
  });

  it('of two bytes for an open number, count the one with more failed checks', () => {
    const inOrder = [
      failedTimes(0, 100),
      sparedByte(failedTimes(0, 3), 3),
      failedTimes(1, 100),
      failedTimes(99, 100),
    ];
    inOrder.forEach((one, place) => {
      inOrder.forEach((other, otherPlace) => {
        expect(furtherByte(one, other)).toBe(inOrder[Math.max(place, otherPlace)]);
      });
    });
  });

  it('give up a number that has failed more often than an option that was lowered since allows', () => {
    expect(isFailed(failedByte(failedTimes(8, 10), 3))).toBe(true);
  });

  it('are open again for a retry where there is no answer, with all of their attempts', () => {
    const statuses = Uint8Array.of(answeredByte('dead'), failedTimes(3, 3), failedTimes(2, 3));
    expect([...(reopenedStatuses(statuses) ?? [])]).toEqual([answeredByte('dead'), open, open]);
    expect(reopenedStatuses(Uint8Array.of(answeredByte('unknown')))).toBeUndefined();
  });

  it('refuse a byte that stands for no status', () => {
    expect(() => shownStatus(9)).toThrow(RangeError);
    expect(() => shownStatus(undefined)).toThrow(RangeError);
  });

  it('have no open number where there is none', () => {
    expect(isOpen(undefined)).toBe(false);
    expect(isFailed(undefined)).toBe(false);
  });
});
