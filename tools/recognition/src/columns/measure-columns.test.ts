import { findPhoneColumn } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { columnsTable, EXPORTS, measureColumns, takenColumn } from './measure-columns.js';

describe('the column that is taken from an export', () => {
  it.each(EXPORTS.map((file) => [file.name, file] as const))('of %s is the one stated', async (_, file) => {
    expect(await takenColumn(file)).toBe(file.letter?.takes ?? file.person);
  });

  it('is the same however many times its rows are there', async () => {
    for (const { rows, defaultCountry, letter, person } of EXPORTS) {
      const [header = [], ...data] = rows;
      const many = [header, ...Array.from({ length: 30 }, () => data).flat()].slice(0, 101);
      const found = await findPhoneColumn(many, defaultCountry === undefined ? {} : { defaultCountry });
      expect(found.name).toBe(letter?.takes ?? person);
    }
  });

  it('is printed with the one that a person takes, and why it is another one', async () => {
    const [, , ...lines] = columnsTable(await measureColumns());
    expect(lines).toHaveLength(EXPORTS.length);
    for (const [index, { name, person, letter }] of EXPORTS.entries()) {
      const taken = letter?.takes ?? person;
      expect(lines[index]).toContain(`| ${name} |`);
      expect(lines[index]).toContain(`| ${person} | ${taken} | ${letter?.because ?? ''} |`);
    }
  });
});
