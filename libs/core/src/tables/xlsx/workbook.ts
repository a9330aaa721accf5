import { posix } from 'node:path';
import { malformedWorkbook } from './malformed-workbook.js';
import { refuseMacros, refuseOtherZips } from './other-zips.js';
import { unescapeText } from './rich-text.js';
import { readXml, type XmlAttributes } from './xml-reader.js';
import type { ZipParts } from './zip-parts.js';

export interface Sheet {
  /** As its tab shows it. */
  readonly name: string;
  /** Undefined when the workbook refers to one that it does not have. */
  readonly part: string | undefined;
}

/** Where the parts of a workbook are. */
export interface Workbook {
  /** The sheets that can be seen, in the order of their tabs. Charts and macros are none. */
  readonly visibleSheets: readonly Sheet[];
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
  /** Whether days are counted from 1904 rather than 1900. */
  readonly date1904: boolean;
}

interface Relation {
  readonly type: string;
  readonly part: string;
}

/** A list of sheets or of relations is a few kilobytes; it bounds what a hostile one can make the reader keep. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/** LibreOffice makes 10,000 at most, and a tab costs more than its bytes. */
const MAX_SHEETS = 10_000;

/** Excel allows 31, LibreOffice any number. */
const MAX_NAME_CHARS = 1_024;

/** Finds a workbook's parts by its relations. Code: `malformed_file`, for a zip that is something else too. */
export async function readWorkbook(parts: ZipParts): Promise<Workbook> {
  refuseOtherZips(parts);
  const workbookPart = await findWorkbookPart(parts);
  await refuseMacros(parts, workbookPart);
  const relations = await readRelations(parts, workbookPart);
  const sheets: { readonly name: string; readonly relation: string; readonly hidden: boolean }[] = [];
  let date1904 = false;
  await readXml(parts.xml(workbookPart, MAX_LIST_BYTES), {
    open(element, attributes) {
      // Excel puts an element of the same name among the extensions, which knows nothing of it.
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
    visibleSheets: sheets.flatMap(({ name, relation, hidden }) => {
      const target = relations.get(relation);
      const isOther = target !== undefined && target.type !== 'worksheet';
      return hidden || isOther ? [] : [{ name, part: target?.part }];
    }),
    sharedStrings: partOfType('sharedStrings'),
    styles: partOfType('styles'),
    date1904,
  };
}

async function findWorkbookPart(parts: ZipParts): Promise<string> {
  const roots = parts.has('_rels/.rels') ? await readRelations(parts, '') : new Map<string, Relation>();
  const named = [...roots.values()].find((relation) => relation.type === 'officeDocument')?.part;
  const part = named ?? 'xl/workbook.xml';
  if (!parts.has(part)) throw malformedWorkbook('is a zip archive without a workbook in it');
  return part;
}

/** What a part refers to, by the ids of the references. Types are shortened to the last word of their address. */
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

/** `r:id`, whichever prefix the writer chose for its namespace. */
function relationId(attributes: XmlAttributes): string {
  const name = Object.keys(attributes).find((key) => key.endsWith(':id'));
  return (name === undefined ? undefined : attributes[name]) ?? '';
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}
