import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  inPieces,
  openUpload,
  readRows,
  refusalOf,
  TrackedContent,
  tableRows,
} from '../upload.fixture.js';

/** Headers, names and towns, as lists of customers have them. */
const LISTS = {
  ja: '氏名,電話番号,住所\n佐藤 さくら,03-1234-5678,東京都千代田区丸の内\n鈴木 一郎,06-6345-0000,大阪市北区うめだ\n高橋 エミ,052-961-1111,名古屋市中区さかえ\n',
  ko: '이름,전화번호,주소\n김민준,02-1234-5678,서울특별시 강남구\n이서연,051-888-0000,부산광역시 해운대구\n박지훈,053-803-0114,대구광역시 중구\n',
  zh: '姓名,电话,城市\n王伟,010-12345678,北京市海淀区\n李娜,021-58880000,上海市徐汇区\n张秀英,020-83880000,广州市越秀区\n',
  tw: '姓名,電話,地址\n陳怡君,02-27208889,臺北市信義區\n林志明,07-3368333,高雄市苓雅區\n黃淑芬,04-22289111,臺中市西屯區\n',
  ru: 'Имя,Телефон,Город\nИванов Иван,+74951234567,Москва\nСмирнова Анна,+78121234567,Санкт-Петербург\nКузнецов Олег,+73431234567,Екатеринбург\n',
  uk: "Ім'я,Телефон,Місто\nШевченко Андрій,+380441234567,Київ\nКовальчук Олена,+380321234567,Львів\nЇжак Євген,+380481234567,Одеса\n",
  pl: 'Imię,Telefon,Miasto\nŁukasz Żak,+48221234567,Łódź\nMałgorzata Wójcik,+48121234567,Kraków\nWiesław Kowalczyk,+48581234567,Gdańsk\n',
  cs: 'Jméno,Telefon,Město\nJiří Dvořák,+420221234567,Plzeň\nKateřina Němcová,+420541234567,Jablonec nad Nisou\nTomáš Procházka,+420551234567,Říčany\n',
  el: 'Όνομα,Τηλέφωνο,Πόλη\nΓιώργος Παπαδόπουλος,+302101234567,Αθήνα\nΜαρία Νικολάου,+302310123456,Θεσσαλονίκη\n',
  tr: 'Adı,Telefon,Şehir\nAyşe Yılmaz,+902121234567,İstanbul\nMehmet Öztürk,+903121234567,Eskişehir\nÇağrı Şahin,+902321234567,Muğla\nİsmail Güneş,+902321234568,Ağrı\n',
  he: 'שם,טלפון,עיר\nדוד כהן,+97221234567,ירושלים\nמרים לוי,+97231234567,תל אביב\n',
  ar: 'الاسم,الهاتف,المدينة\nمحمد أحمد,+20221234567,القاهرة\nفاطمة حسن,+96611234567,الرياض\n',
  th: 'ชื่อ,โทรศัพท์,จังหวัด\nสมชาย ใจดี,+6621234567,กรุงเทพมหานคร\nสุดา แก้วใส,+6653123456,เชียงใหม่\n',
  lv: 'Vārds,Tālrunis,Pilsēta\nJānis Bērziņš,+37167123456,Rīga\nKristīne Kalniņa,+37163123456,Liepāja\nMāris Ozoliņš,+37164123456,Cēsis\n',
  de: 'Name,Telefon,Straße\nJürgen Müller,+49301234567,Königsallee 5\nSören Groß,+49401234567,"Große Bleichen, „Hof“ – 2"\n',
  fr: 'Nom,Téléphone,Adresse\nFrançois Lefèvre,+33140000000,12 rue de l’Église\nZoë D´Angelo,+33140000001,«Le Château»\n',
} as const;

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

/** The encoding that a file was read in, its rows and its notes. */
async function readingOf(bytes: Uint8Array, encoding?: string) {
  const table = await openUpload(
    'list.csv',
    new TrackedContent(inPieces(bytes, 7)),
    encoding === undefined ? {} : { encoding },
  );
  const rows = tableRows(await blocksOf(table));
  return { rows, encoding: table.encoding, notes: table.notes };
}

const rowsOf = (text: string) => readRows('list.csv', text);

describe('the encoding of a .csv file that does not say it', () => {
  it.each([
    ['shift_jis', 'ja'],
    ['euc-jp', 'ja'],
    ['euc-kr', 'ko'],
    ['gb18030', 'zh'],
    ['big5', 'tw'],
    ['windows-1251', 'ru'],
    ['windows-1251', 'uk'],
    ['koi8-r', 'ru'],
    ['koi8-u', 'uk'],
    ['ibm866', 'ru'],
    ['iso-8859-5', 'ru'],
    ['windows-1250', 'pl'],
    ['windows-1250', 'cs'],
    ['iso-8859-2', 'pl'],
    ['iso-8859-2', 'cs'],
    ['windows-1253', 'el'],
    ['windows-1254', 'tr'],
    ['windows-1255', 'he'],
    ['windows-1256', 'ar'],
    ['windows-874', 'th'],
    ['windows-1257', 'lv'],
    ['windows-1252', 'de'],
    ['windows-1252', 'fr'],
  ] as const)('is found: %s of %s', async (encoding, language) => {
    const text = LISTS[language];
    const hint = `the file does not say its encoding, and was read as ${encoding}; encoding=NAME names another one`;
    const expected = {
      rows: await rowsOf(text),
      encoding,
      notes: [{ code: 'encoding_guessed', hint, values: [encoding] }],
    };
    expect(await readingOf(iconv.encode(text, encoding))).toEqual(expected);
    // The same far behind ASCII, and where a bar separates the cells, which is half of a character in some encodings.
    const far = `a,b,c\n${'1,2,3\n'.repeat(20_000)}${text}`;
    expect((await readRows('list.csv', iconv.encode(far, encoding))).slice(-2)).toEqual(
      expected.rows.slice(-2),
    );
    const barred = text.replaceAll(',', '|');
    expect(await readRows('list.csv', iconv.encode(barred, encoding))).toEqual(await rowsOf(barred));
  });

  it.each([
    ['UTF-8', Buffer.from(LISTS.ru), 'utf-8'],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${LISTS.ru}`), 'utf-8'],
    ['ASCII', Buffer.from('a,b\n1,2\n'), 'utf-8'],
    ['UTF-16 with its mark', utf16(`\ufeff${LISTS.ru}`), 'utf-16le'],
    ['UTF-16 BE with its mark', utf16(`\ufeff${LISTS.ru}`).swap16(), 'utf-16be'],
  ])('is not called a guess where it is none: %s', async (_, bytes, encoding) => {
    expect(await readingOf(bytes)).toMatchObject({ encoding, notes: [] });
  });

  it.each([
    ['utf-16le', utf16(LISTS.ja)],
    ['utf-16be', utf16(LISTS.ja).swap16()],
  ])('is asked for where it is %s without a mark', async (_, bytes) => {
    const { code, hint } = await refusalOf(readRows('list.csv', bytes));
    expect(code).toBe('malformed_file');
    expect(hint).toContain('UTF-16 without its mark: then name it by encoding=utf-16le or encoding=utf-16be');
  });

  it.each([
    ['euc-kr', '똠방각하 펲시콜라\n', LISTS.ko],
    ['big5', '煊煊\n', LISTS.tw],
    ['shift_jis', '髙橋 ㈱①～\\\n', LISTS.ja],
  ])(
    'is the one that programs call %s, with the characters that were added to it',
    async (encoding, added, list) => {
      const bytes = iconv.encode(list + added, encoding);
      expect(await readRows('list.csv', bytes)).toEqual(await rowsOf(list + added));
      expect(await readRows('list.csv', bytes, { encoding })).toEqual(await rowsOf(list + added));
    },
  );

  it('is not decided by the first character alone, which may look like UTF-8', async () => {
    const text = '홍길동,서울특별시\n김민준,부산광역시\n이서연,대구광역시\n';
    expect(await readRows('list.csv', iconv.encode(text, 'euc-kr'))).toEqual(await rowsOf(text));
  });

  it.each(['\x1b$B;aL>\x1b(B,b\n', '\x1b$)C\x0e1h\x0f,b\n', '\x1b$A,b\n'])(
    'is asked for where escape sequences switch the letters: %j',
    async (text) => {
      for (const pieceBytes of [1, 2, 64_000]) {
        const bytes = Buffer.from(`a,b\n${text}`);
        const { code, hint } = await refusalOf(readRows('list.csv', bytes, { pieceBytes }));
        expect(code).toBe('malformed_file');
        expect(hint).toContain('name its encoding by encoding=NAME');
      }
    },
  );

  it.each(['\x1b[1mbold\x1b[0m,b\n', 'a,b\x1b'])('is UTF-8 with other escapes: %j', async (text) => {
    for (const pieceBytes of [1, 2, 100]) {
      const rows = await readRows('list.csv', Buffer.from(text), { pieceBytes });
      expect(rows).toEqual([text.trimEnd().split(',')]);
    }
  });

  it.each([
    ['names in DOS code page 850', iconv.encode(LISTS.de, 'cp850')],
    ['a word of which nobody can tell the script', iconv.encode('name\nМир\n', 'windows-1251')],
    ['every byte there is', Buffer.from(Array.from({ length: 224 }, (_, byte) => 32 + byte))],
  ])('is asked for where it cannot be told: %s', async (_, bytes) => {
    const { code, hint } = await refusalOf(readRows('list.csv', bytes));
    expect(code).toBe('malformed_file');
    expect(hint).toContain('encoding=');
  });

  it('is asked for when a byte that Windows-1252 does not have comes late', async () => {
    const bytes = Buffer.concat([
      iconv.encode(`${LISTS.de.repeat(2_000)}`, 'windows-1252'),
      Buffer.from([0x61, 0x81, 0x0a]),
    ]);
    const { code, hint } = await refusalOf(readRows('list.csv', bytes));
    expect(code).toBe('malformed_file');
    expect(hint).toMatch(/no character there, Windows-1252.*encoding=NAME \(byte \d+, behind row 5999\)/);
    const read = await readRows('list.csv', bytes, { encoding: 'windows-1252' });
    expect(read.at(-1)).toEqual(['a\u0081']);
  });

  it('is asked for when bytes that it does not have come late', async () => {
    const bytes = Buffer.concat([
      iconv.encode(LISTS.ja.repeat(2_000), 'shift_jis'),
      Buffer.from([0xff, 0x0a]),
    ]);
    const { code, hint } = await refusalOf(readRows('list.csv', bytes));
    expect(code).toBe('malformed_file');
    expect(hint).toMatch(/was taken for shift_jis.*encoding=NAME.*\(byte \d+, behind row \d+\)/);
  });
});

describe('the encoding of a .csv file that the caller says', () => {
  it.each([
    ['Shift_JIS', 'shift_jis', iconv.encode('氏名\nｱ\n', 'shift_jis')],
    ['cp932', 'shift_jis', iconv.encode('氏名\nｱ\n', 'shift_jis')],
    ['GBK', 'gbk', iconv.encode('氏名\n伟\n', 'gbk')],
    ['cp1251', 'windows-1251', iconv.encode('氏名\nМир\n'.slice(3), 'windows-1251')],
    [' ISO-8859-15 ', 'iso-8859-15', iconv.encode('€\nŒ\n', 'iso-8859-15')],
    ['utf-16', 'utf-16le', utf16('漢\nab\n')],
    ['utf-16', 'utf-16le', utf16('\ufeff漢\nab\n')],
    ['utf-16', 'utf-16be', utf16('\ufeff漢\nab\n').swap16()],
    ['Unicode', 'utf-16be', utf16('\ufeff漢\nab\n').swap16()],
    ['utf-16be', 'utf-16be', utf16('\ufeff漢\nab\n').swap16()],
    ['utf8', 'utf-8', Buffer.from('\ufeff漢\nab\n')],
    ['iso-2022-jp', 'iso-2022-jp', Buffer.from('\x1b$B4A;z\x1b(B\nab\n')],
  ])('is used: %s', async (label, encoding, bytes) => {
    const text = new TextDecoder(encoding).decode(bytes);
    expect(await readingOf(bytes, label)).toEqual({ rows: await rowsOf(text), encoding, notes: [] });
  });

  it('is used though Node lacks it: ISO-8859-16', async () => {
    expect(await readingOf(Buffer.from('\xaa\nab\n', 'latin1'), 'ISO-8859-16')).toEqual({
      rows: [['Ș'], ['ab']],
      encoding: 'iso-8859-16',
      notes: [],
    });
  });

  it.each([
    ['cp850', 'cp850', LISTS.fr.replaceAll(/[’«»]/g, "'")],
    ['CP-437', 'cp437', LISTS.de.replaceAll(/[„“–]/g, '')],
    ['IBM852', 'cp852', LISTS.cs],
    ['cp852', 'cp852', LISTS.pl],
    ['cp857', 'cp857', LISTS.tr],
    ['cp862', 'cp862', LISTS.he],
    ['737', 'cp737', LISTS.el],
    ['MacCentralEurope', 'maccenteuro', LISTS.cs],
    ['macturkish', 'macturkish', LISTS.tr],
  ] as const)('is used though the WHATWG does not list it: %s', async (label, encoding, text) => {
    const bytes = iconv.encode(text, encoding);
    expect(iconv.decode(bytes, encoding)).toBe(text);
    expect(await readingOf(bytes, label)).toEqual({ rows: await rowsOf(text), encoding, notes: [] });
  });

  it('is refused where a code page of DOS has no character for a byte', async () => {
    const { code, hint } = await refusalOf(
      readRows('list.csv', Buffer.from('a\xd5\xe7\n', 'latin1'), { encoding: 'cp857' }),
    );
    expect(code).toBe('malformed_file');
    expect(hint).toContain('not cp857, which encoding=cp857 says');
  });

  it.each(['cp0', 'base64', 'hex', 'utf-7', 'ucs2-internal', '20866', 'cp37', 'binary'])(
    'is none of what is no code page of lists: %s',
    async (encoding) => {
      const { code } = await refusalOf(readRows('list.csv', Buffer.from('a\n'), { encoding }));
      expect(code).toBe('unsupported_encoding');
    },
  );

  it.each([
    ['UTF-8', 'utf-8', Buffer.from('a\xe9\n', 'latin1'), 'not UTF-8, which encoding=utf-8 says'],
    [
      'Shift_JIS',
      'shift_jis',
      Buffer.from('a\xff\n', 'latin1'),
      'not shift_jis, which encoding=shift_jis says',
    ],
    [
      'cut Shift_JIS',
      'shift_jis',
      Buffer.from('a\n\x81', 'latin1'),
      'not shift_jis, which encoding=shift_jis says',
    ],
    ['UTF-16', 'utf-16le', Buffer.from('abc'), 'not UTF-16, which encoding=NAME says'],
    ['the other byte order', 'utf-16le', utf16('\ufeffa\n').swap16(), 'has the mark of utf-16be'],
    [
      'another mark',
      'shift_jis',
      Buffer.from('\ufeffa\n'),
      'has the mark of utf-8, but encoding=shift_jis says',
    ],
  ])('is refused where the file is none of it: %s', async (_, encoding, bytes, found) => {
    const { code, hint } = await refusalOf(readRows('list.csv', bytes, { encoding }));
    expect(code).toBe('malformed_file');
    expect(hint).toContain(found);
  });

  it.each(['list.csv', 'list.xlsx'])(
    'is refused where nobody knows it, with the content unread: %s',
    async (name) => {
      const content = new TrackedContent([Buffer.from('a\n')]);
      const { code, hint } = await refusalOf(openUpload(name, content, { encoding: 'klingon' }));
      expect(code).toBe('unsupported_encoding');
      expect(hint).toContain('"klingon"');
      expect(content).toMatchObject({ taken: 0, closed: 1 });
    },
  );
});
