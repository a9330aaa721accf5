import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readRows, refusalOf } from '../../upload.fixture.js';

/** More rows than are held back until the encoding is decided. */
const PLAIN_ROWS = 'Ann Lee,+41446681800,ok\n'.repeat(5_000);

const repeated = (...rows: readonly string[]) => rows.map((row) => `${row}\n`).join('');

describe('a list whose letters beyond ASCII come late', () => {
  const lists = [
    ['windows-1251', '№', repeated('Иванов Иван', 'Смирнова Анна', 'Кузнецов Олег', 'Попова Мария')],
    ['windows-1250', 'René', repeated('Łukasz Żółć', 'Michał Wójcik', 'Grażyna Dąbrowska', 'Paweł Gęś')],
    ['windows-1250', 'René', repeated('Jiří Dvořák', 'Kateřina Němcová', 'Tomáš Říha', 'Jan Kovář, Plzeň')],
    ['windows-1253', '©', repeated('Γιώργος Παπαδόπουλος', 'Μαρία Νικολάου', 'Ελένη Δημητρίου')],
    ['euc-kr', '이', repeated('김민준,서울특별시', '이서연,부산광역시', '박지훈,대구광역시')],
    ['gbk', '王', repeated('王伟,北京市海淀区', '李娜,上海市徐汇区', '张秀英,广州市越秀区')],
  ] as const;

  it.each(lists)('is refused if they contradict the first one: %s, %s', async (encoding, first, rows) => {
    for (const times of [1, 400]) {
      const text = `${first},phone,note\n${PLAIN_ROWS}${rows.repeat(times)}`;
      const { code, hint } = await refusalOf(readRows('list.csv', iconv.encode(text, encoding)));
      expect(code).toBe('malformed_file');
      expect(hint).toMatch(/windows-1252 by the first .*encoding=NAME/);
      expect(await readRows('list.csv', iconv.encode(text, encoding), { encoding })).toHaveLength(
        (await readRows('list.csv', text)).length,
      );
    }
  });

  it('is read if they agree with the first one', async () => {
    const rows = repeated('René Lefèvre', 'JÉRÔME MOREL', 'Zoë D´Angelo', 'François Noël', 'Nicolò Dalò');
    const text = `Prénom,phone,note\n${PLAIN_ROWS}${rows.repeat(400)}`;
    expect(await readRows('list.csv', iconv.encode(text, 'windows-1252'))).toEqual(
      await readRows('list.csv', text),
    );
  });

  const greek = repeated('Γιώργος Παπαδόπουλος', 'Μαρία Νικολάου', 'Ελένη Δημητρίου', 'Αθήνα', 'Θεσσαλονίκη');
  const otherGuesses = [
    ['windows-1253', 'Σέρρες', 'x-mac-cyrillic', greek],
    ['windows-1253', 'ΣΕΡΡΕΣ', 'koi8-r', greek],
    ['windows-1256', 'مسقط', 'iso-8859-5', repeated('محمد أحمد', 'فاطمة حسن', 'القاهرة', 'الرياض')],
  ] as const;

  it.each(otherGuesses)(
    'is refused if they contradict another guess than Windows-1252: %s, %s',
    async (encoding, first, guess, rows) => {
      for (const times of [1, 400]) {
        const text = `${first},phone,note\n${PLAIN_ROWS}${rows.repeat(times)}`;
        const { code, hint } = await refusalOf(readRows('list.csv', iconv.encode(text, encoding)));
        expect(code).toBe('malformed_file');
        expect(hint).toContain(`was taken for ${guess} by the first letters`);
        expect(hint).toMatch(/later ones look like .*encoding=NAME/);
      }
    },
  );

  it.each([
    ['windows-1251', 'Город', repeated('Иванов Иван', 'Смирнова Анна', 'КУЗНЕЦОВ ОЛЕГ', 'Попова Мария')],
    [
      'shift_jis',
      '氏名,電話番号,住所',
      repeated('佐藤 さくら,東京都', '鈴木 一郎,大阪市', '高橋 エミ,名古屋市'),
    ],
    ['gb18030', '姓名,电话,城市', repeated('王伟,北京市海淀区', '李娜,上海市徐汇区', '张秀英,广州市越秀区')],
  ])(
    'is read if they agree with another guess, wherever the pieces are cut: %s',
    async (encoding, first, rows) => {
      const text = `${first},phone,note\n${PLAIN_ROWS}${rows.repeat(400)}`;
      const expected = await readRows('list.csv', text);
      for (const pieceBytes of [16_383, 16_384]) {
        expect(await readRows('list.csv', iconv.encode(text, encoding), { pieceBytes })).toEqual(expected);
      }
    },
  );

  it('is read although a cell is too long for the guess', async () => {
    const text = `Город\n${PLAIN_ROWS}${'Иванов Иван '.repeat(2_000)}\n${repeated('Смирнова Анна', 'Попова Мария')}`;
    expect(await readRows('list.csv', iconv.encode(text, 'windows-1251'))).toEqual(
      await readRows('list.csv', text),
    );
  });
});
