import { malformedWorkbook } from '../malformed-workbook.js';
import type { XmlPart } from '../xml/xml-part.js';
import { readXml } from '../xml/xml-reader.js';
import { type DigitFormat, digitFormat } from './digit-format.js';
import { builtInKind, formatKind, type NumberKind } from './number-formats.js';

/** Excel's own limit is 65,490 styles. */
const MAX_STYLES = 65_536;

/** How a style shows a number. */
export type NumberStyle = NumberKind | DigitFormat;

/** Reads how each style of a workbook shows a number, by the style's index. */
export async function readNumberStyles(styles: XmlPart): Promise<readonly NumberStyle[]> {
  const custom = new Map<number, NumberStyle>();
  const found: NumberStyle[] = [];
  let inCellFormats = false;
  await readXml(styles, {
    open(name, { numFmtId, formatCode }) {
      const formatId = Number(numFmtId);
      if (name === 'cellXfs') inCellFormats = true;
      else if (name === 'numFmt') custom.set(formatId, customStyle(formatCode ?? ''));
      else if (name === 'xf' && inCellFormats) found.push(custom.get(formatId) ?? builtInKind(formatId));
      if (found.length > MAX_STYLES || custom.size > MAX_STYLES) {
        throw malformedWorkbook(`has more than ${MAX_STYLES} styles`);
      }
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return found;
}

function customStyle(code: string): NumberStyle {
  const kind = formatKind(code);
  return kind === 'number' ? (digitFormat(code) ?? kind) : kind;
}
