import { posix } from 'node:path';
import { unescapeText } from './cell-text.js';
import { readXml, type XmlAttributes } from './package/xml-reader.js';
import { malformedWorkbook } from './package/zip-directory.js';
import type { ZipParts } from './package/zip-parts.js';

export interface Sheet {
  /** The name on its tab. */
  readonly name: string;
  /** The name of its part; undefined if the workbook lacks it. */
  readonly part: string | undefined;
}

/** The parts of a workbook. */
export interface Workbook {
  /** The visible sheets in the order of their tabs, without charts and macros. */
  readonly visibleSheets: readonly Sheet[];
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
  /** Whether days are counted from 1904 rather than 1900. */
  readonly date1904: boolean;
}

/** A sheet as the workbook lists it. */
interface Tab {
  readonly name: string;
  /** The id of its relation. Undefined if it has none, and empty if the tab has no sheet behind it. */
  readonly relation: string | undefined;
  readonly hidden: boolean;
}

interface Relation {
  readonly type: string;
  readonly part: string;
}

/** The largest list of sheets or relations. Real ones take a few kilobytes; the limit bounds the memory of a hostile one. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/** LibreOffice creates at most 10,000 tabs, and a tab costs more than its bytes. */
const MAX_SHEETS = 10_000;

/** Excel allows names of 31 characters, LibreOffice of any length. */
const MAX_NAME_CHARS = 1_024;

/** Finds a workbook's parts by its relations. Code: `malformed_file`, also for any other kind of zip. */
export async function readWorkbook(parts: ZipParts): Promise<Workbook> {
  refuseOtherZips(parts);
  const workbookPart = await findWorkbookPart(parts);
  const relations = await readRelations(parts, workbookPart);
  const sheets: Tab[] = [];
  let date1904 = false;
  await readXml(parts.xml(workbookPart, MAX_LIST_BYTES), {
    open(element, attributes) {
      // Excel writes an element of the same name among the extensions, without this attribute.
      if (element === 'workbookPr') date1904 ||= isTrue(attributes['date1904']);
      if (element !== 'sheet') return;
      if (sheets.length === MAX_SHEETS) throw malformedWorkbook(`has more than ${MAX_SHEETS} sheets`);
      const { name = '', state } = attributes;
      if (name.length > MAX_NAME_CHARS) {
        throw malformedWorkbook(`has a sheet whose name has more than ${MAX_NAME_CHARS} characters`);
      }
      sheets.push({
        name: unescapeText(name),
        relation: relationId(attributes),
        hidden: state === 'hidden' || state === 'veryHidden',
      });
    },
  });
  const partOfType = (type: string) =>
    [...relations.values()].find((relation) => relation.type === type)?.part;
  return {
    visibleSheets: visibleSheets(sheets, relations),
    sharedStrings: partOfType('sharedStrings'),
    styles: partOfType('styles'),
    date1904,
  };
}

function visibleSheets(tabs: readonly Tab[], relations: ReadonlyMap<string, Relation>): Sheet[] {
  const visible = tabs.flatMap(({ name, relation, hidden }) => {
    const target = relation === undefined ? undefined : relations.get(relation);
    const isOther = target !== undefined && target.type !== 'worksheet';
    return hidden || isOther ? [] : [{ name, part: target?.part, isEmpty: relation === '' }];
  });
  // Old macro modules are tabs with an empty relation, which Excel opens as empty sheets. If all tabs are like that, the workbook is
  // damaged.
  const withSheets = visible.filter(({ isEmpty }) => !isEmpty);
  return withSheets.length === 0 ? visible : withSheets;
}

async function findWorkbookPart(parts: ZipParts): Promise<string> {
  const roots = parts.has('_rels/.rels') ? await readRelations(parts, '') : new Map<string, Relation>();
  const named = [...roots.values()].find((relation) => relation.type === 'officeDocument')?.part;
  const part = named ?? 'xl/workbook.xml';
  if (!parts.has(part)) throw malformedWorkbook('is a zip archive without a workbook in it');
  return part;
}

/** The relations of a part by their ids. Types are shortened to the last word of their address. */
async function readRelations(parts: ZipParts, source: string): Promise<ReadonlyMap<string, Relation>> {
  const { dir, base } = posix.parse(source);
  const relations = new Map<string, Relation>();
  const name = posix.join(dir, '_rels', `${base}.rels`);
  if (!parts.has(name)) throw malformedWorkbook(`lacks its part ${name}`);
  await readXml(parts.xml(name, MAX_LIST_BYTES), {
    open(element, { Id, Type, Target, TargetMode }) {
      if (element !== 'Relationship' || TargetMode === 'External') return;
      if (Id === undefined || Type === undefined || Target === undefined) return;
      const target = Target.replaceAll('\\', '/');
      const part = target.startsWith('/') ? target.slice(1) : posix.join(dir, target);
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), part });
    },
  });
  return relations;
}

/** The value of `r:id`, whatever prefix the writer chose for its namespace. */
function relationId(attributes: XmlAttributes): string | undefined {
  const name = Object.keys(attributes).find((key) => key.endsWith(':id'));
  return name === undefined ? undefined : attributes[name];
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

/** The beginnings of file names in other kinds of zips. */
const OTHER_ZIPS: readonly (readonly [string, string])[] = [
  ['word/', 'a Word document'],
  ['ppt/', 'a PowerPoint presentation'],
  ['xl/workbook.bin', 'a binary workbook (.xlsb)'],
  ['xl/vbaproject.bin', 'a workbook with macros (.xlsm)'],
  ['content.xml', 'an OpenDocument file (.ods, .odt)'],
  ['meta-inf/manifest.mf', 'a Java archive'],
  ['index/', 'a Numbers, Pages or Keynote document'],
];

/** Refuses a zip of another kind, and names the kind. Code: `malformed_file`. */
function refuseOtherZips(parts: ZipParts): void {
  const names = [...parts.names()];
  const other = OTHER_ZIPS.find(([start]) => names.some((name) => name.startsWith(start)));
  if (other !== undefined) throw malformedWorkbook(`is ${other[1]}: save it as .xlsx`);
  const table = names.find((name) => /^(?!xl\/).*\.(?:csv|xlsx?)$/.test(name));
  if (table === undefined) return;
  throw malformedWorkbook(`is a zip archive with ${table.slice(0, 100)} in it: send that file itself`);
}
