import { malformedWorkbook } from '../malformed-workbook.js';
import { readXml } from '../xml/xml-reader.js';
import type { ZipParts } from './zip-parts.js';

/** How the names of files begin that other kinds of zip hold. */
const OTHER_ZIPS: readonly (readonly [string, string])[] = [
  ['word/', 'a Word document'],
  ['ppt/', 'a PowerPoint presentation'],
  ['xl/workbook.bin', 'a binary workbook (.xlsb)'],
  ['xl/vbaproject.bin', 'a workbook with macros (.xlsm)'],
  ['content.xml', 'an OpenDocument file (.ods, .odt)'],
  ['meta-inf/manifest.mf', 'a Java archive'],
  ['index/', 'a Numbers, Pages or Keynote document'],
];

const CONTENT_TYPES = '[Content_Types].xml';

/** Refuses a zip that is something else than a workbook, saying what. Code: `malformed_file`. */
export function refuseOtherZips(parts: ZipParts): void {
  const names = [...parts.names()];
  const other = OTHER_ZIPS.find(([start]) => names.some((name) => name.startsWith(start)));
  if (other !== undefined) throw malformedWorkbook(`is ${other[1]}: save it as .xlsx`);
  const table = names.find((name) => /^(?!xl\/).*\.(?:csv|xlsx?)$/.test(name));
  if (table === undefined) return;
  throw malformedWorkbook(`is a zip archive with ${table.slice(0, 100)} in it: send that file itself`);
}

/**
 * Refuses a workbook with macros by the type that it has itself, since it may have lost them. Its sheets could be read, but Excel does
 * not open it under the name .xlsx either, and who sends one does not know what it is. Code: `malformed_file`.
 */
export async function refuseMacros(parts: ZipParts, workbookPart: string): Promise<void> {
  // A zip without a list of types is none that Excel opens; what can be read in it is read.
  if (!parts.has(CONTENT_TYPES)) return;
  await readXml(parts.xml(CONTENT_TYPES), {
    open(name, { PartName, ContentType = '' }) {
      if (name !== 'Override' || PartName?.toLowerCase() !== `/${workbookPart.toLowerCase()}`) return;
      if (!/macroEnabled/i.test(ContentType)) return;
      throw malformedWorkbook('is a workbook with macros (.xlsm): save it as .xlsx');
    },
  });
}
