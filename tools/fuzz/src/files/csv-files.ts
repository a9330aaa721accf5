import type { SeededRandom } from '@dialproof/generate';
import iconv from 'iconv-lite';
import Papa from 'papaparse';

/** A .csv file before it is damaged. */
export interface CsvFile {
  /** The beginning of a large file, which must not be damaged: it is longer than the part that decides encoding and delimiter. */
  readonly head: Buffer;
  readonly rest: Buffer;
  /** The delimiter of the file. Undefined for one column, which shows none. */
  readonly delimiter: string | undefined;
  /** The encoding of the file, by its WHATWG name. */
  readonly encoding: string;
}

interface CsvText {
  readonly text: string;
  readonly delimiter: string | undefined;
}

/** Files as programs and people write them, by their delimiters. */
const WRITTEN: readonly (readonly [delimiter: string | undefined, text: string])[] = [
  [',', 'name,phone,city\nAnn,+14155552671,Bern\nBen,+41 44 668 18 00,"Zürich, CH"\n'],
  [';', 'sep=;\r\nName;Telefon;Preis\r\n"Müller; Jörg";+49 30 123456;1,50\r\nJosé;;2,75\r\n'],
  [undefined, 'phone\n+14155552671\n\n+14155552672\n""\nno phone\n'],
  ['\t', 'id\tmobile\tnote\n1\t+14155552671\t"two\nlines"\n2\t+14155552672\t"say ""hi"""\n'],
  [';', 'Report of today\n\nname;phone\nA;+14155552671\nB;+14155552672\nC;+14155552673\nD;+14155552674\n'],
  [',', '+14155552671,Ann\n+14155552672,Ben\n+14155552673\n'],
  [',', '"First","Last","Phone 1 - Value"\r\n"A ""the"" B","漢字","+81 3-1234-5678"\r\n"😀",,\r\n'],
  ['|', 'a|tel|c\r1|+442079460000|x\r2||y\r'],
  [',', 'size,number\n5" pipe,+14155552671\n"x"y,"1\r\n2"\n"a""b"c, "d"\n'],
  [',', 'phone,phone,,\n1,2,3,4\n\n,,,\n1\n1,2,3,4,5,6\n'],
];

const CELLS = [
  ...['', ' ', '1', 'a', 'a b', '"', 'x"y', 'a,b', 'a;b', '1,5', '=1+1'],
  ...['+14155552671', 'é', '漢字', '😀', 'a\nb', 'a\r\nb'],
];

/** Longer than the 64 KiB that decide encoding and delimiter, and more rows than one block has. */
const LONG_ROWS = 350;
const LONG_CELL = 'x'.repeat(190);

/** A .csv file in one of the encodings, as programs write them or made up; one of thirty is large. */
export function csvFile(random: SeededRandom): CsvFile {
  const { text, delimiter } = random.chance(0.5) ? written(random) : madeUp(random);
  const encoding = random.chance(0.6) ? 'utf-8' : random.pick(['utf-16le', 'utf-16be', 'windows-1252']);
  const isMarked = encoding.startsWith('utf-16') || (encoding === 'utf-8' && random.chance(0.2));
  const mark = isMarked ? '\ufeff' : '';
  const encoded = (part: string) => iconv.encode(part, encoding);
  if (!random.chance(1 / 30))
    return { head: Buffer.alloc(0), rest: encoded(mark + text), delimiter, encoding };
  const longer = longRows(delimiter ?? ',');
  return { head: encoded(mark + longer), rest: encoded(text), delimiter: delimiter ?? ',', encoding };
}

function longRows(delimiter: string): string {
  const rows = Array.from({ length: LONG_ROWS }, (_, row) => `${row || 'phone'}${delimiter}${LONG_CELL}\n`);
  return rows.join('');
}

function written(random: SeededRandom): CsvText {
  const [delimiter, text] = random.pick(WRITTEN);
  return { delimiter, text };
}

function madeUp(random: SeededRandom): CsvText {
  const columns = 1 + random.below(5);
  const rows = Array.from({ length: 1 + random.below(8) }, () =>
    Array.from({ length: random.chance(0.1) ? random.below(7) : columns }, () => random.pick(CELLS)),
  );
  const header = Array.from({ length: columns }, (_, index) =>
    random.pick(['phone', 'name', '', `c${index}`]),
  );
  const delimiter = random.pick([',', ';', '\t', '|']);
  const newline = random.pick(['\n', '\r\n', '\r']);
  const text = Papa.unparse([header, ...rows], { delimiter, newline, quotes: random.chance(0.3) });
  return { text, delimiter: columns > 1 ? delimiter : undefined };
}
