import type { SeededRandom } from '@dialproof/generate';
import { strFromU8, strToU8, zipSync } from 'fflate';
import { damagedBytes } from './byte-damage.js';
import { type WorkbookFiles, workbookFiles } from './workbook-files.js';

/** The damage of a workbook. It decides how much can be compared. */
export type WorkbookDamage = 'cells' | 'xml' | 'parts' | 'zip';

export interface DamagedWorkbook {
  readonly damage: WorkbookDamage;
  readonly bytes: Buffer;
}

const NUMBERS = [
  ...[
    '0',
    '1',
    '-1',
    '0.1',
    '1E+5',
    '1.41556E+10',
    '14155552671.0',
    '9007199254740993',
    '123456789012345678',
    '1e-7',
    '-0',
  ],
  ...['60', '0.99999999', '2958466', '46347.5', ' 5 '],
];
const TEXTS = ['text', '+14155552671', ' a ', 'a\nb', '&#x41;&lt;x&gt;', '_x0041_', '漢', '=1+1', '"', ','];

/** Cells that some writer could write, without their address. */
const CELLS: readonly ((random: SeededRandom, address: string) => string)[] = [
  (random, address) => `<c${address}><v>${random.pick(NUMBERS)}</v></c>`,
  (random, address) => `<c${address} s="${random.below(4)}"><v>${random.pick(NUMBERS)}</v></c>`,
  (random, address) => `<c${address} t="n"><f>1+1</f><v>${random.pick(NUMBERS)}</v></c>`,
  (random, address) => `<c${address} t="str"><f>A1</f><v>${random.pick(TEXTS)}</v></c>`,
  (random, address) => `<c${address} t="inlineStr"><is><t>${random.pick(TEXTS)}</t></is></c>`,
  (random, address) => `<c${address} t="s"><v>${random.below(3)}</v></c>`,
  (random, address) => `<c${address} t="b"><v>${random.below(2)}</v></c>`,
  (random, address) => `<c${address} t="e"><v>${random.pick(['#N/A', '#REF!', '#DIV/0!'])}</v></c>`,
  (_, address) => `<c${address}><f>1+1</f></c>`,
  (_, address) => `<c${address} s="1"/>`,
];

/** A change to the XML of a sheet or of the shared strings that some writer could have written. */
type CellChange = (random: SeededRandom, xml: string) => string;

const CELL = /<c(?: [^>]*)?(?<!\/)>.*?<\/c>/gs;
const ROW = /<row(?: [^>]*)?(?<!\/)>.*?<\/row>/gs;

const NUMBERED_ROW = /<row r="\d+"[^>]*(?<!\/)>.*?<\/row>/gs;

/** Empty rows, more than the reader skips. */
const BLANK_ROWS = ['<row/>', '<row s="1" customFormat="1"><c s="1"/><c/></row>', '\n<row><c><v/></c></row>'];

const CELL_CHANGES: readonly CellChange[] = [
  replaceCell,
  replaceCell,
  replaceCell,
  (random, xml) => replaceOne(random, xml, CELL, () => ''),
  (random, xml) => replaceOne(random, xml, ROW, () => ''),
  (random, xml) => replaceOne(random, xml, ROW, () => random.pick(['<row></row>', '<row/>'])),
  (random, xml) =>
    replaceOne(
      random,
      xml,
      /<row[ >]/g,
      (found) => random.pick(BLANK_ROWS).repeat(random.below(2_000)) + found,
    ),
  (random, xml) => replaceOne(random, xml, NUMBERED_ROW, divided),
  (random, xml) => replaceOne(random, xml, / r="[A-Z]+\d+"/g, () => ''),
  (random, xml) => replaceOne(random, xml, /><(?=c|row|\/row)/g, () => '>\n  <'),
  (random, xml) => replaceOne(random, xml, /<\/row>/g, (found) => random.pick(CELLS)(random, '') + found),
  (random, xml) => replaceOne(random, xml, /<t>[^<]*<\/t>/g, () => `<t>${random.pick(TEXTS)}</t>`),
];

/** A row with an element for each of its cells, as some programs write them. */
function divided(row: string): string {
  const [start = ''] = /^<row r="\d+"/.exec(row) ?? [];
  return row.replaceAll('</c><c', `</c></row>${start}><c`);
}

function replaceCell(random: SeededRandom, xml: string): string {
  return replaceOne(random, xml, CELL, (old) =>
    random.pick(CELLS)(random, / r="[A-Z]+\d+"/.exec(old)?.[0] ?? ''),
  );
}

/** A workbook that was damaged inside of its zip, which is written anew, or as a file. */
export function damagedWorkbook(random: SeededRandom): DamagedWorkbook {
  const files = workbookFiles(random);
  const damage = random.pick(['cells', 'cells', 'cells', 'xml', 'xml', 'parts', 'zip'] as const);
  switch (damage) {
    case 'cells':
      return { damage, bytes: zipped(withChangedCells(random, files)) };
    case 'xml':
      return { damage, bytes: zipped(withDamagedPart(random, files)) };
    case 'parts':
      return { damage, bytes: zipped(withOtherParts(random, files)) };
    case 'zip':
      return { damage, bytes: damagedBytes(random, zipped(files), () => zipped(workbookFiles(random))) };
    default:
      return damage satisfies never;
  }
}

function withChangedCells(random: SeededRandom, files: WorkbookFiles): WorkbookFiles {
  const sheets = Object.keys(files).filter((path) => path.includes('worksheets/'));
  const changed = { ...files };
  for (let left = random.below(5); left > 0; left -= 1) {
    const path = random.pick([...sheets, ...sheets, 'xl/sharedStrings.xml']);
    const xml = changed[path];
    if (xml !== undefined) changed[path] = strToU8(random.pick(CELL_CHANGES)(random, strFromU8(xml)));
  }
  return changed;
}

function withDamagedPart(random: SeededRandom, files: WorkbookFiles): WorkbookFiles {
  const [path, xml] = random.pick(Object.entries(files));
  const other = () => Buffer.from(random.pick(Object.values(files)));
  return { ...files, [path]: damagedBytes(random, Buffer.from(xml), other) };
}

function withOtherParts(random: SeededRandom, files: WorkbookFiles): WorkbookFiles {
  const paths = Object.keys(files);
  const path = random.pick(paths);
  const other = random.pick(paths);
  const { [path]: content = new Uint8Array(), ...rest } = files;
  const changes: readonly (() => WorkbookFiles)[] = [
    () => rest,
    () => ({ ...rest, [path]: content }),
    () => ({ ...rest, [path.toUpperCase()]: content }),
    () => ({ ...files, [path]: files[other] ?? content, [other]: content }),
    () => ({ ...files, [path]: new Uint8Array() }),
    () => ({ ...files, [`xl/${path}`]: content, '../climbs.xml': content }),
    () => ({ ...files, 'xl/vbaProject.bin': content }),
  ];
  return random.pick(changes)();
}

function zipped(files: WorkbookFiles): Buffer {
  return Buffer.from(zipSync({ ...files }, { level: 1, mtime: '2026-01-01T00:00:00' }));
}

function replaceOne(
  random: SeededRandom,
  xml: string,
  pattern: RegExp,
  by: (found: string) => string,
): string {
  const found = [...xml.matchAll(pattern)];
  if (found.length === 0) return xml;
  const { index, 0: old } = random.pick(found);
  return xml.slice(0, index) + by(old) + xml.slice(index + old.length);
}
