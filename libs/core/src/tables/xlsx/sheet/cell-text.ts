import type { TableLimits } from '../../table-limits.js';
import type { SharedTexts } from '../texts/shared-texts.js';
import { unescapeText } from '../xml/rich-text.js';
import { dateText, isoDateText, numberText } from './number-text.js';
import { type NumberStyle, withDigits } from './styles.js';

/** The parts of a workbook that the cells of a sheet refer to. */
export interface SheetContext {
  readonly sharedTexts: SharedTexts;
  readonly numberStyles: readonly NumberStyle[];
  readonly date1904: boolean;
  readonly limits: TableLimits;
}

/** The text of a cell by its type, as the XML has it. Undefined for a shared string that is not there. */
export function cellText(
  type: string,
  style: number,
  value: string,
  context: SheetContext,
): string | undefined {
  switch (type) {
    case 's':
      return context.sharedTexts.get(Number(value));
    case 'n':
      return styledNumber(value, context.numberStyles[style] ?? 'number', context.date1904);
    case 'b':
      return value === '0' || value === 'false' ? 'FALSE' : 'TRUE';
    case 'str':
      return unescapeText(value);
    case 'd':
      return isoDateText(value);
    default:
      // Inline strings, and errors such as #N/A, stay as written.
      return value;
  }
}

function styledNumber(value: string, style: NumberStyle, date1904: boolean): string {
  if (style === 'number') return numberText(value);
  if (typeof style !== 'string') return withDigits(numberText(value), style);
  return dateText(value, style, date1904);
}
