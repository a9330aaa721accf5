import { builtInKind, formatKind, type NumberKind } from './number-formats.js';
import { readXml } from './xml-reader.js';

const MAX_TOKEN_CHARS = 1024 * 1024;

/** What each style of a workbook makes of a number, by the style's index. */
export async function readNumberKinds(styles: AsyncIterable<string>): Promise<readonly NumberKind[]> {
  const codes = new Map<number, NumberKind>();
  const kinds: NumberKind[] = [];
  let inCellFormats = false;
  await readXml(
    styles,
    {
      open(name, { numFmtId, formatCode }) {
        const formatId = Number(numFmtId);
        if (name === 'cellXfs') inCellFormats = true;
        else if (name === 'numFmt') codes.set(formatId, formatKind(formatCode ?? ''));
        else if (name === 'xf' && inCellFormats) kinds.push(codes.get(formatId) ?? builtInKind(formatId));
      },
      close(name) {
        if (name === 'cellXfs') inCellFormats = false;
      },
    },
    MAX_TOKEN_CHARS,
  );
  return kinds;
}
