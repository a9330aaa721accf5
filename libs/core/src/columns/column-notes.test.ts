import { describe, expect, it } from 'vitest';
import type { Row } from '../tables/table-block.js';
import { countryNeeded, noPhoneColumn } from './column-notes.js';
import { type FindPhoneColumnOptions, findPhoneColumn } from './find-phone-column.js';

type RowAt = (index: number) => Row;

function file(header: Row, row: RowAt, rows = 100): readonly Row[] {
  return [header, ...Array.from({ length: rows }, (_, index) => row(index))];
}

async function notesOf(rows: readonly Row[], options: FindPhoneColumnOptions = {}) {
  return (await findPhoneColumn(rows, options)).notes;
}

const swiss = (index: number) => `079 123 45 ${10 + (index % 90)}`;
const counted = (index: number) => `${4_930_000 + index}`;

describe('the note country_needed', () => {
  const rows = file(['Name', 'Phone'], (index) => ['Ann', swiss(index)]);

  it('gives examples and the setting', async () => {
    expect(await notesOf(rows)).toEqual([
      {
        code: 'country_needed',
        hint: `100 of the first 100 filled cells of the column "Phone" hold digits that are or may be national numbers, such as "079 123 45 10", "079 123 45 11", "079 123 45 12"; they are unknown unless default_country=CODE names their country, or they begin with + and its calling code`,
        values: ['079 123 45 10', '079 123 45 11', '079 123 45 12'],
      },
    ]);
  });

  it.each([
    ['电话', '010-61234567'],
    ['電話番号', '090-1234-5678'],
    ['전화번호', '02-312-3456'],
    ['Contact No', '8123456789'],
    ['contact', '8123456789'],
    ['Phone No.', '0812345678'],
    ['Телефон', '8 (912) 345-67-89'],
  ])('is given for the column below %j, which is found by its header', async (header, cell) => {
    const found = await findPhoneColumn(
      file(['Name', 'Code', header], (i) => ['Ann', counted(i), cell]),
      {},
    );
    expect(found).toMatchObject({ name: header, holdsPhones: true, notes: [{ code: 'country_needed' }] });
  });

  it('cuts a long name between characters', async () => {
    const name = `${'x'.repeat(33)} phone😀 and more`;
    const [note] = await notesOf(file(['Name', name], (index) => ['Ann', swiss(index)]));
    expect(note?.hint).toContain(`"${'x'.repeat(33)} phone…"`);
  });

  it('says that digits alone are not read as beginning with a calling code', async () => {
    const mobile = file(['Name', '电话'], (index) => ['Ann', `1${3000000000 + index * 97_263_476}`]);
    expect(await findPhoneColumn(mobile, {})).toMatchObject({ isNational: true });
    expect(await findPhoneColumn(mobile, { defaultCountry: 'CN' })).toMatchObject({ isNational: false });
  });

  it('is given where too many digits alone cannot be read, and not for a single slip', async () => {
    const chinese = [
      '15103988864',
      '15102983309',
      '13105416516',
      '13602415168',
      '13802415166',
      '13708415167',
    ];
    const rowsOf = (digits: readonly string[]) => [['Name', 'Phone'], ...digits.map((cell) => ['Ann', cell])];
    const found = await findPhoneColumn(rowsOf([...chinese, '15912345678', '18812345678']), {});
    expect(found).toMatchObject({ isNational: true, notes: [{ code: 'country_needed' }] });

    const american = Array.from({ length: 20 }, (_, index) => `1415555${2_671 + index * 37}`);
    const slipped = await findPhoneColumn(rowsOf([...american, '415555267']), {});
    expect(slipped).toMatchObject({ isNational: false, notes: [] });
  });

  it('is given for the column that the caller names', async () => {
    const named = file(['Name', 'Reach'], (index) => ['Ann', swiss(index)]);
    expect(await notesOf(named, { phoneColumn: 'Reach' })).toMatchObject([{ code: 'country_needed' }]);
  });

  it('is given where no column is found and one of them looks like national numbers', async () => {
    const notes = await notesOf(file(['Name', 'Reach'], (index) => ['Ann', swiss(index)]));
    expect(notes).toMatchObject([{ code: 'no_phone_column' }, { code: 'country_needed' }]);
    expect(notes[0]?.hint).toContain(
      'phone_column=1, "Reach" (100 of its first 100 filled cells may be phone numbers)',
    );
    expect(notes[1]?.hint).toContain('"079 123 45 10"');
    expect(notes.map(({ values }) => values)).toEqual([
      ['Reach'],
      ['079 123 45 10', '079 123 45 11', '079 123 45 12'],
    ]);
  });

  it('is not given with a country, for international numbers, or for cells without digits', async () => {
    expect(await notesOf(rows, { defaultCountry: 'CH' })).toEqual([]);
    expect(await notesOf(rows, { defaultCountry: 'US' })).toEqual([]);
    expect(await notesOf(file(['Name', 'Phone'], () => ['Ann', '+41 79 123 45 67']))).toEqual([]);
    expect(await notesOf(file(['Name', 'Phone'], () => ['Ann', 'n/a']))).toEqual([]);
    expect(await notesOf(file(['Name', 'Phone'], () => ['Ann', '21.11.2026']))).toEqual([]);
  });

  it('is not given where less than half of the cells need one', async () => {
    const some = (every: number): RowAt => {
      return (index) => ['Ann', index % every === 0 ? swiss(index) : '+41 79 123 45 67'];
    };
    expect(await notesOf(file(['Name', 'Phone'], some(3)))).toEqual([]);
    expect(await notesOf(file(['Name', 'Phone'], some(1)))).toMatchObject([{ code: 'country_needed' }]);
  });

  it('is not given for the numbers of rows', async () => {
    const notes = await notesOf(file(['Number', 'Name'], (i) => [`${100_000 + i}`, 'Ann']));
    expect(notes.map(({ code }) => code)).toEqual(['no_phone_column']);
  });
});

describe('the note numbers_without_area_code', () => {
  const berlin = (index: number) => `${26_481_100 + index * 3_571}`;
  const schools = file(['Schule', 'Telefon'], (index) => [`Schule ${index}`, berlin(index)]);

  it('gives examples and the setting, and the column is local', async () => {
    const found = await findPhoneColumn(schools, { defaultCountry: 'DE' });
    expect(found).toMatchObject({ name: 'Telefon', isLocal: true, holdsPhones: true });
    expect(found.notes).toEqual([
      {
        code: 'numbers_without_area_code',
        hint: `100 of the first 100 filled cells of the column "Telefon" hold numbers that are too short to have an area code, such as "26481100", "26484671", "26488242"; they are unknown unless default_area_code=CODE names the area they are of`,
        values: ['26481100', '26484671', '26488242'],
      },
    ]);
  });

  it('is not given with an area code, and the column is local all the same', async () => {
    const found = await findPhoneColumn(schools, { defaultCountry: 'DE', areaCode: '30' });
    expect(found).toMatchObject({ isLocal: true, notes: [] });
  });

  it.each([
    ['AR', (index: number) => `43${10 + (index % 80)}-6695`],
    ['AU', (index: number) => `4944 8${100 + index}`],
    ['NP', (index: number) => `4350${100 + index}`],
    ['US', (index: number) => `555-0${100 + index}`],
  ] as const)('is given in %s', async (defaultCountry, cell) => {
    const rows = file(['Name', 'Phone'], (index) => ['Ann', cell(index)]);
    expect(await findPhoneColumn(rows, { defaultCountry })).toMatchObject({
      isLocal: true,
      notes: [{ code: 'numbers_without_area_code' }],
    });
  });

  it.each([
    ['DE', '030 26481100', berlin],
    ['KR', '070-4722-9131', (index: number) => `752-${1000 + index}`],
  ] as const)(
    'is given in %s beside %s if most are too short to have lost a zero alone',
    async (...given) => {
      const [defaultCountry, whole, local] = given;
      const rows = file(['Name', 'Phone'], (index) => ['x', index === 70 ? whole : local(index)]);
      const notes = [
        { code: 'numbers_without_area_code', hint: expect.stringMatching(/^99 of the first 100 /) },
      ];
      expect(await findPhoneColumn(rows, { defaultCountry })).toMatchObject({ isLocal: false, notes });
    },
  );

  it('is not given where numbers may have lost a zero, or most are long enough', async () => {
    const lost = file(['Name', 'Phone'], (i) => ['x', i === 70 ? '03-9324 5708' : `9324 ${5000 + i}`]);
    expect(await findPhoneColumn(lost, { defaultCountry: 'MY' })).toMatchObject({
      isLocal: false,
      notes: [],
    });
    const long = file(['Schule', 'Telefon'], (i) => ['x', i % 2 ? `30${berlin(i)}` : berlin(i)]);
    expect(await findPhoneColumn(long, { defaultCountry: 'DE' })).toMatchObject({
      isLocal: false,
      notes: [],
    });
    expect(await findPhoneColumn(schools, {})).toMatchObject({ isLocal: false });
  });
});

describe('the note no_phone_column', () => {
  it('lists the columns that may be meant, those with most numbers first', async () => {
    const id = (index: number) => `49${(index * index * 104_729) % 10_000_000}`.padEnd(9, '3');
    const rows = file(['Lfd', 'Kunde', 'Ort', 'Ref'], (index) => [
      counted(index),
      index % 2 ? id(index) : 'neu',
      'Bern',
      id(index + 1),
    ]);
    const [note] = await notesOf(rows, { defaultCountry: 'DE' });
    expect(note?.code).toBe('no_phone_column');
    expect(note?.hint).toMatch(
      /every row is unknown and free; header_row=NUMBER names the header if it is another row; phone_column=NAME names the column to read, such as phone_column=3, "Ref" \(\d+ of its first 100 filled cells may be phone numbers\), or phone_column=1, "Kunde"/,
    );
    expect(note?.hint).not.toContain('Lfd');
  });

  it('says so where there is none', async () => {
    const [note] = await notesOf(file(['Name', 'Ort'], () => ['Ann', 'Bern']));
    expect(note?.hint).toMatch(
      /header_row=NUMBER names the header if it is another row; no column has cells that may be/,
    );
  });

  it('calls a column by its position where it has no name', async () => {
    const rows = file(['Export', ''], (index) => ['Ann', index < 2 ? '+41 79 123 45 67' : 'none'], 20);
    const [note] = await notesOf(rows);
    expect(note?.hint).toContain('such as phone_column=1, without a name (2 of its first 20 filled cells');
  });

  it('stays short, however many columns there are', async () => {
    const header = Array.from({ length: 500 }, (_, index) => `${'x'.repeat(1_000)}${index}`);
    const [note] = await notesOf(file(header, () => header.map(() => '49 151 23456789'), 3));
    expect(note?.hint.length).toBeLessThan(1_000);
  });

  it('is given where a header that matches by chance or counts things has no number below it', async () => {
    const below = (header: string, cell: string, rows = 30): readonly Row[] => [
      ['Name', header],
      ...Array.from({ length: rows }, () => ['Ann', cell]),
    ];
    for (const [header, cell] of [
      ['Hostel', 'Bern'],
      ['Total Number of Classrooms', '24'],
    ] as const) {
      expect(await notesOf(below(header, cell))).toMatchObject([{ code: 'no_phone_column' }]);
      expect(await notesOf(below(header, cell, 19))).toEqual([]);
    }
    expect(await notesOf(below('Phone', 'n/a'))).toEqual([]);
  });

  it('is not given for a column that the caller names', async () => {
    const rows = file(['Name', 'Ort'], () => ['Ann', 'Bern']);
    expect(await findPhoneColumn(rows, { phoneColumn: 'Ort' })).toMatchObject({
      holdsPhones: true,
      notes: [],
    });
    const ids = file(['Lfd', 'Ort'], (index) => [counted(index), 'Bern']);
    const found = await findPhoneColumn(ids, { phoneColumn: 'Lfd', defaultCountry: 'DE' });
    expect(found).toMatchObject({ name: 'Lfd', holdsPhones: true });
  });
});

describe('the hint of a column with one filled cell', () => {
  it('says so', () => {
    expect(countryNeeded('Phone', ['079 123 45 10'], 1).hint).toMatch(
      /^the only filled cell of the column "Phone" holds digits that are or may be national numbers/,
    );
    expect(countryNeeded('Phone', ['079 123 45 10'], 2).hint).toMatch(
      /^1 of the first 2 filled cells of the column "Phone" holds digits/,
    );
    const column = { index: 2, name: 'Ref', numbers: 1 };
    expect(noPhoneColumn([{ ...column, filled: 1 }]).hint).toMatch(
      /\(its only filled cell may be a phone number\)$/,
    );
    expect(noPhoneColumn([{ ...column, filled: 3 }]).hint).toMatch(
      /\(1 of its first 3 filled cells may be a phone number\)$/,
    );
  });
});
