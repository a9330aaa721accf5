import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../property-runs.fixture.js';
import { DEFAULT_TABLE_LIMITS } from '../../table-limits.js';
import { TempFile } from '../temp-file.js';
import { SharedTexts } from './shared-texts.js';

let file: TempFile;
beforeEach(async () => {
  file = await TempFile.create(tmpdir());
});
afterEach(() => file.close());

const textOf = (index: number) => (index % 1_000 === 7 ? '' : `Größe ${index} ${'漢😀'.repeat(index % 50)}`);

describe('SharedTexts', () => {
  it('gives back every text in any order, those of the temporary file too', async () => {
    await file.append(Buffer.from('what is in the file already'));
    const texts = new SharedTexts(file, DEFAULT_TABLE_LIMITS);
    const count = 120_000;
    for (let index = 0; index < count; index += 1) {
      texts.add(textOf(index));
      if (index % 1_000 === 0) await texts.flush();
    }
    await texts.flush();
    expect(file.size).toBeGreaterThan(10_000_000);
    for (let index = 0; index < count; index += 1) {
      if (texts.get(index) !== textOf(index)) expect(texts.get(index)).toBe(textOf(index));
    }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: count - 1 }), (index) => {
        expect(texts.get(index)).toBe(textOf(index));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('keeps few texts out of the file', async () => {
    const texts = new SharedTexts(file, DEFAULT_TABLE_LIMITS);
    texts.add('a');
    texts.add('');
    await texts.flush();
    expect(file.size).toBe(0);
    expect([texts.get(0), texts.get(1)]).toEqual(['a', '']);
  });

  it.each([-1, 1, 0.5, Number.NaN, 70_000])('has no text of the index %d', (index) => {
    const texts = new SharedTexts(file, DEFAULT_TABLE_LIMITS);
    texts.add('a');
    expect(texts.get(index)).toBeUndefined();
  });

  it('bounds empty texts too', () => {
    const texts = new SharedTexts(file, { ...DEFAULT_TABLE_LIMITS, maxSharedTextBytes: 160 });
    const addMany = () => {
      for (let count = 0; count < 20; count += 1) texts.add('');
    };
    expect(addMany).toThrow('file_too_large');
  });
});
