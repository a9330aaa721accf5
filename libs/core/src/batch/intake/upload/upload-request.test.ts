import { describe, expect, it } from 'vitest';
import { fileNameOf } from './upload-request.js';

describe('fileNameOf', () => {
  it.each([
    ['people.csv', 'people.csv'],
    ['C:\\lists\\people.csv', 'people.csv'],
    ['/lists/people.csv', 'people.csv'],
  ])('leaves the folders of %s out', (fileName, name) => {
    expect(fileNameOf({ fileName })).toBe(name);
  });

  it.each([
    ['letters', `${'x'.repeat(20_000)}.xlsx`, `${'x'.repeat(250)}.xlsx`],
    ['letters of three bytes', `${'字'.repeat(90)}.csv`, `${'字'.repeat(83)}.csv`],
    ['letters without an ending', 'x'.repeat(300), 'x'.repeat(255)],
  ])('keeps 255 bytes of a long name of %s, the ending among them', (_, fileName, name) => {
    expect(fileNameOf({ fileName })).toBe(name);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  });

  it('keeps a name of 255 bytes as it is', () => {
    const fileName = `${'x'.repeat(251)}.csv`;
    expect(fileNameOf({ fileName })).toBe(fileName);
  });
});
