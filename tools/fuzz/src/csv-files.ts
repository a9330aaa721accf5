import type { SeededRandom } from '@dialproof/generate';
import iconv from 'iconv-lite';
import Papa from 'papaparse';

/** Files as programs and people write them. */
const WRITTEN = [
  'name,phone,city\nAnn,+14155552671,Bern\nBen,+41 44 668 18 00,"Zürich, CH"\n',
  'sep=;\r\nName;Telefon;Preis\r\n"Müller; Jörg";+49 30 123456;1,50\r\nJosé;;2,75\r\n',
  'phone\n+14155552671\n\n+14155552672\n""\nno phone\n',
  'id\tmobile\tnote\n1\t+14155552671\t"two\nlines"\n2\t+14155552672\t"say ""hi"""\n',
  'Report of today\n\nname;phone\nA;+14155552671\nB;+14155552672\nC;+14155552673\nD;+14155552674\n',
  '+14155552671,Ann\n+14155552672,Ben\n+14155552673\n',
  '"First","Last","Phone 1 - Value"\r\n"A ""the"" B","漢字","+81 3-1234-5678"\r\n"😀",,\r\n',
  'a|tel|c\r1|+442079460000|x\r2||y\r',
  'size,number\n5" pipe,+14155552671\n"x"y,"1\r\n2"\n"a""b"c, "d"\n',
  'phone,phone,,\n1,2,3,4\n\n,,,\n1\n1,2,3,4,5,6\n',
];

const CELLS = [
  ...['', ' ', '1', 'a', 'a b', '"', 'x"y', 'a,b', 'a;b', '1,5', '=1+1'],
  ...['+14155552671', 'é', '漢字', '😀', 'a\nb', 'a\r\nb'],
];

/** More than the first bytes from which encoding and delimiter are decided. */
const LARGE_CHARS = 70_000;

/** A .csv file in one of the encodings, as programs write them or made up; one of fifty is large. */
export function csvFile(random: SeededRandom): Buffer {
  let text = random.chance(0.5) ? random.pick(WRITTEN) : madeUp(random);
  if (random.chance(0.02)) text = text.repeat(Math.ceil(LARGE_CHARS / text.length));
  const encoding = random.chance(0.6) ? 'utf8' : random.pick(['utf16le', 'utf16be', 'windows-1252']);
  const marked = encoding.startsWith('utf16') || (encoding === 'utf8' && random.chance(0.2));
  return iconv.encode(marked ? `\ufeff${text}` : text, encoding);
}

function madeUp(random: SeededRandom): string {
  const columns = 1 + random.below(5);
  const rows = Array.from({ length: 1 + random.below(8) }, () =>
    Array.from({ length: random.chance(0.1) ? random.below(7) : columns }, () => random.pick(CELLS)),
  );
  const header = Array.from({ length: columns }, (_, index) =>
    random.pick(['phone', 'name', '', `c${index}`]),
  );
  return Papa.unparse([header, ...rows], {
    delimiter: random.pick([',', ';', '\t', '|']),
    newline: random.pick(['\n', '\r\n', '\r']),
    quotes: random.chance(0.3),
  });
}
