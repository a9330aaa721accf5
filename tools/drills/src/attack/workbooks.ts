import { Agent } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { type Attack, count } from './attack.js';
import { statusOf, upload } from './clients.js';

/** A text, or a piece that is repeated up to nearly this many MiB. */
type Part = string | { readonly piece: string; readonly mib: number };

interface WorkbookParts {
  /** The content of `sheetData`, of one sheet or of several. */
  readonly sheets?: readonly Part[];
  readonly sharedStrings?: Part;
  readonly styles?: Part;
  /** Text after the relations of the workbook. */
  readonly relations?: Part;
}

const MIB = 1_024 * 1_024;
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const ROW = '<row><c><v>41791234567</v></c></row>';

/** A piece of 64 KiB that compresses no better than a real sheet, so that only its content shows the attack. */
function uneven(one: (number: number) => string): string {
  let text = '';
  for (let number = 1; text.length < 64 * 1_024; number += 1) text += one((number * 7_919) % 1_000_003);
  return text;
}

const FORMATTED_ROW = uneven(
  (n) => `<row r="${n}">${[...'ABCDEFGHI'].map((l) => `<c r="${l}${n}" s="1"/>`).join('')}</row>`,
);

/**
 * Small workbooks with very many, or very large, elements. The tests of the reader cover their outcome; this drill measures their cost.
 */
const WORKBOOKS: Readonly<Record<string, WorkbookParts>> = {
  'empty rows': { sheets: [{ piece: '<row/>', mib: 250 }] },
  'rows with empty cells': { sheets: [{ piece: FORMATTED_ROW, mib: 190 }] },
  'empty cells at XFD': { sheets: [{ piece: uneven((n) => `<row><c r="XFD${n}" s="1"/></row>`), mib: 100 }] },
  'empty rows between other elements': {
    sheets: Array.from({ length: 4 }, () => ({
      piece: uneven((n) => `<row s="${n % 1_000}"/><a/>`),
      mib: 15,
    })),
  },
  '400,000 rows': { sheets: [ROW.repeat(400_000)] },
  numbers: { sheets: [{ piece: `<row>${'<c><v>1</v></c>'.repeat(900)}</row>`, mib: 15 }] },
  formulas: { sheets: [{ piece: `<row><c><f>${'A1+'.repeat(200)}</f><v>1</v></c></row>`, mib: 45 }] },
  'a text of 32 kB in 700,000 cells': {
    sheets: [{ piece: `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`, mib: 15 }],
    sharedStrings: `<si><t>${'x'.repeat(32_000)}</t></si>`,
  },
  'shared strings': { sharedStrings: { piece: '<si><t>x</t></si>', mib: 15 } },
  'empty shared strings': { sharedStrings: { piece: uneven((n) => `<si a="${n}"/>`), mib: 100 } },
  'a shared string of 30 MiB': { sharedStrings: `<si><t>${'x'.repeat(30 * MIB)}</t></si>` },
  'a tag with a million attributes': {
    sheets: [`<row ${Array.from({ length: 1_000_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`],
  },
  comments: { sheets: [{ piece: '<!--x-->', mib: 30 }] },
  entities: { sheets: [`<row><c t="str"><v>${'&amp;'.repeat(6 * MIB)}</v></c></row>`] },
  'elements in each other': { sheets: ['<row>'.repeat(1_000_000)] },
  styles: { styles: `<cellXfs>${'<xf numFmtId="14"/>'.repeat(900_000)}</cellXfs>` },
  'a number format of a million brackets': {
    styles: `<numFmts><numFmt numFmtId="164" formatCode="${'['.repeat(1_000_000)}"/></numFmts>`,
  },
  relations: { relations: { piece: '<Relationship Id="x" Type="y/worksheet" Target="../a/b"/>', mib: 14 } },
  '4,900 sheets': { sheets: Array.from({ length: 4_900 }, () => '<row/>') },
};

/** Hostile workbooks, one after the other. */
export const WORKBOOK_ATTACK: Attack = {
  name: 'hostile workbooks',
  endsByItself: true,
  async run({ port, signal, sized, tally, token }) {
    const agent = new Agent({ keepAlive: true });
    signal.addEventListener('abort', () => agent.destroy());
    const all = Object.entries(WORKBOOKS);
    for (const [name, parts] of all.slice(-sized(all.length))) {
      if (signal.aborted) return;
      const asked = upload(await workbook(parts), { name: 'list.xlsx' });
      const status = await statusOf(port, token, asked, { agent });
      if (signal.aborted) return;
      count(tally, status ?? 'broken off');
      if (status === undefined) tally.violations.push(`${name}: no reply`);
    }
  },
};

/** The bytes of a workbook, each part of which may be far too large. Repeated text is never in memory as a whole. */
async function workbook({
  relations = '',
  sharedStrings = '',
  sheets = [ROW],
  styles = '',
}: WorkbookParts): Promise<Uint8Array> {
  const zip = new ZipFile();
  const add = (name: string, root: string, begin: string, inside: Part, end = '') => {
    const open = `<${root} xmlns:r="${OFFICE}">${begin}`;
    zip.addReadStream(Readable.from(pieces(open, inside, `${end}</${root}>`)), name);
  };
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const tabs = sheets.map((_, place) => `<sheet name="S${place}" sheetId="${place + 1}" r:id="r${place}"/>`);
  const targets = sheets.map((_, place) =>
    relation(`r${place}`, 'worksheet', `worksheets/sheet${place}.xml`),
  );
  const shared =
    relation('rT', 'sharedStrings', 'sharedStrings.xml') + relation('rS', 'styles', 'styles.xml');
  add('_rels/.rels', 'Relationships', relation('r', 'officeDocument', 'xl/workbook.xml'), '');
  add('xl/workbook.xml', 'workbook', `<sheets>${tabs.join('')}`, '', '</sheets>');
  add('xl/_rels/workbook.xml.rels', 'Relationships', targets.join('') + shared, relations);
  for (const [place, rows] of sheets.entries()) {
    add(`xl/worksheets/sheet${place}.xml`, 'worksheet', '<sheetData>', rows, '</sheetData>');
  }
  add('xl/sharedStrings.xml', 'sst', '', sharedStrings);
  add('xl/styles.xml', 'styleSheet', '', styles);
  zip.end();
  return await buffer(zip.outputStream);
}

function* pieces(begin: string, inside: Part, end: string): Generator<Buffer> {
  yield Buffer.from(begin);
  if (typeof inside === 'string') yield Buffer.from(inside);
  else {
    const { mib, piece } = inside;
    const block = Buffer.from(piece.repeat(Math.ceil(MIB / piece.length)));
    for (let left = mib * MIB - block.length; left > 0; left -= block.length) yield block;
  }
  yield Buffer.from(end);
}
