import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readRows, refusalOf } from '../../upload.fixture.js';

/** More than is held back until the encoding is decided. */
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
      expect(hint).toMatch(/windows-1252 by the first .*"encoding"/);
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
});
