import { describe, expect, it } from 'vitest';
import { readRows } from '../upload.fixture.js';
import { workbookOf } from './workbook.fixture.js';

/** The text that is read from a number with a format. */
async function read(number: string, code: string): Promise<string | undefined> {
  const formatCode = code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const styles = `<numFmts><numFmt numFmtId="164" formatCode="${formatCode}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs>`;
  const rows = await readRows(
    'list.xlsx',
    workbookOf({ sheets: [`<row><c s="0"><v>${number}</v></c></row>`], styles }),
  );
  return rows[0]?.[0];
}

describe('a number whose format has digits before it', () => {
  it.each([
    ['zeros', '0000000000', '791234567', '0791234567'],
    ['a zero and places, as Excel does in France', '0#" "##" "##" "##" "##', '612345678', '0612345678'],
    ['zeros and separators', '\\(000\\)\\ 000\\-0000', '312345678', '0312345678'],
    ['zeros, for negative numbers too', '00000;-00000', '1234', '01234'],
    ['zeros, in a colour', '[Red]00000', '1234', '01234'],
    ['a plus', '+0', '41791234567', '+41791234567'],
    ['a quoted plus', '"+"0', '41791234567', '+41791234567'],
    ['an escaped plus', '\\+## ### ## ##', '41791234567', '+41791234567'],
    ['a calling code', '"+41 "00 000 00 00', '791234567', '+41791234567'],
    ['a quoted zero', '"0"#', '791234567', '0791234567'],
  ])('is read with them: %s', async (_, code, number, text) => {
    expect(await read(number, code)).toBe(text);
  });

  it.each([
    ['has as many digits', '000\\-000\\-0000', '4155552671'],
    ['has more digits', '000', '4155552671'],
    ['is a fraction', '00000', '1.5'],
    ['is negative', '00000', '-5'],
    ['has a point', '000.00', '5'],
    ['has thousands', '#,##0', '5'],
    ['is a percentage', '000%', '5'],
    ['has an exponent', '00E+00', '5'],
    ['has a format for some numbers', '[<=9999999]0000000;(000) 000-0000', '5'],
    ['has digits behind a word', '"Order 2026-"0000', '5'],
    ['has digits between', '00"41"00', '5'],
    ['has a format as text', '@', '5'],
    ['has a format without places', '"+41"', '5'],
    ['has more zeros than any number has', '0'.repeat(21), '5'],
    ['has a format without end', '0'.repeat(300), '5'],
  ])('is read as it is stored when it %s', async (_, code, number) => {
    expect(await read(number, code)).toBe(number);
  });
});
