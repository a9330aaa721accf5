import { describe, expect, it } from 'vitest';
import { readRows } from '../upload.fixture.js';

const PHONE = '+14155552671';

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('.csv files as programs and people make them', () => {
  it.each([
    [
      'a comma behind the last cell of every row',
      `name,phone,\nAnn,${PHONE},\n`,
      [
        ['name', 'phone', ''],
        ['Ann', PHONE, ''],
      ],
    ],
    [
      'rows that are longer than the header',
      `name,phone\nAnn,${PHONE},Bern,\n`,
      [
        ['name', 'phone'],
        ['Ann', PHONE, 'Bern', ''],
      ],
    ],
    [
      'headers of the same name, and without any',
      `phone,,phone,\n1,2,3,4\n`,
      [
        ['phone', '', 'phone', ''],
        ['1', '2', '3', '4'],
      ],
    ],
    [
      'a title above the header',
      `Customers as of today\n\nname;phone\nAnn;${PHONE}\nBen;${PHONE}\nCid;${PHONE}\nDan;${PHONE}\n`,
      [['Customers as of today'], ['name', 'phone'], ...['Ann', 'Ben', 'Cid', 'Dan'].map((n) => [n, PHONE])],
    ],
    [
      'a comment above the header',
      `# 9 records, all of today\nname;phone\n${`Ann;${PHONE}\n`.repeat(9)}`,
      [['# 9 records, all of today'], ['name', 'phone'], ...Array.from({ length: 9 }, () => ['Ann', PHONE])],
    ],
    [
      'lines of blanks alone, which are rows',
      `phone\n   \n\t\n${PHONE}\n`,
      [['phone'], ['   '], ['\t'], [PHONE]],
    ],
    [
      'rows of delimiters alone at the end, as spreadsheets leave them',
      `name;phone\nAnn;${PHONE}\n;\n;\n`,
      [
        ['name', 'phone'],
        ['Ann', PHONE],
        ['', ''],
        ['', ''],
      ],
    ],
    [
      'a declaration of tabs',
      `sep=\t\nname\tphone\nAnn, Ben\t${PHONE}\n`,
      [
        ['name', 'phone'],
        ['Ann, Ben', PHONE],
      ],
    ],
    [
      'a declaration in quotes behind a byte order mark',
      `\ufeff"sep=;"\r\nname;phone\r\nAnn;${PHONE}\r\n`,
      [
        ['name', 'phone'],
        ['Ann', PHONE],
      ],
    ],
    [
      'a blank before quotes, which then are text',
      `name, phone\n"Ann", "${PHONE}"\n`,
      [
        ['name', ' phone'],
        ['Ann', ` "${PHONE}"`],
      ],
    ],
    [
      'a blank behind quotes, which then are text',
      `name,phone\n"Ann" ,"${PHONE}"\n`,
      [
        ['name', 'phone'],
        ['"Ann" ', PHONE],
      ],
    ],
    [
      'quotes that are text in the midst of a cell',
      `name,phone\n5" pipe,${PHONE}\nthe "best",1\n`,
      [
        ['name', 'phone'],
        ['5" pipe', PHONE],
        ['the "best"', '1'],
      ],
    ],
    [
      'prices with a decimal comma beside semicolons and quotes',
      `name;price\n"Smith; John";1,50\n"say ""hi""";2,75\n`,
      [
        ['name', 'price'],
        ['Smith; John', '1,50'],
        ['say "hi"', '2,75'],
      ],
    ],
    [
      'one column of texts',
      `text\nHello there, you\nwell; yes\n`,
      [['text'], ['Hello there', ' you'], ['well; yes']],
    ],
    ['a header alone', 'name|phone\n', [['name', 'phone']]],
  ])('are read with every cell in its place: %s', async (_, text, rows) => {
    for (const pieceBytes of [1, 64_000]) {
      expect(await readRows('list.csv', text, { pieceBytes })).toEqual(rows);
      expect(await readRows('list.csv', utf16(text.replace(/^\ufeff/, '')), { pieceBytes })).toEqual(rows);
    }
  });

  it('keeps as many columns and as long cells as the limits say', async () => {
    const wide = Array.from({ length: 1_000 }, (_, index) => `c${index}`);
    const long = 'x'.repeat(32_767);
    expect(await readRows('list.csv', `${wide.join('\t')}\n"${long}"\tb\n`)).toEqual([wide, [long, 'b']]);
  });
});
