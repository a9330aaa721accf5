import { malformedWorkbook } from './malformed-workbook.js';
import { builtInKind, formatKind, type NumberKind } from './number-formats.js';
import type { XmlPart } from './xml-part.js';
import { readXml } from './xml-reader.js';

/** Excel's own limit is 65,490 styles. */
const MAX_STYLES = 65_536;

/** What each style of a workbook makes of a number, by the style's index. */
export async function readNumberKinds(styles: XmlPart): Promise<readonly NumberKind[]> {
  const customKinds = new Map<number, NumberKind>();
  const kinds: NumberKind[] = [];
  let inCellFormats = false;
  await readXml(styles, {
    open(name, { numFmtId, formatCode }) {
      const formatId = Number(numFmtId);
      if (name === 'cellXfs') inCellFormats = true;
      else if (name === 'numFmt') customKinds.set(formatId, formatKind(formatCode ?? ''));
      else if (name === 'xf' && inCellFormats) kinds.push(customKinds.get(formatId) ?? builtInKind(formatId));
      if (kinds.length > MAX_STYLES || customKinds.size > MAX_STYLES) {
        throw malformedWorkbook(`has more than ${MAX_STYLES} styles`);
      }
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return kinds;
}
