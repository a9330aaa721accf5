import type { Row } from '../../tables/row.js';
import { cellStart } from './digits-below.js';

/** A text for a missing phone, as in rows of data, and not in column names. `No Telp` and `Telefon ohne Vorwahl` are names. */
const MISSING = new RegExp(
  [
    String.raw`(?:^|\s)no (?:cell|contact|landline|mobile|number|phone|telephone)`,
    String.raw`(?:^|\s)(?:geen|ingen|kein\p{L}*|nessun\p{L}*)\s`,
    String.raw`^(?:bez|ohne|pas de|sans|sem|senza|sin|without|zonder|без|нет)\s|^(?:[无無](?![线線])|[没沒]有)`,
    String.raw`\s(?:broken|defekt|fehlt|follows|folgt|inconnu|kaputt|later|lost|missing|perdido|perdu|unbekannt|unknown|verloren|yok|нет)$`,
    '(?:なし|없음)$',
  ].join('|'),
  'iu',
);

/** Whether the cells of a row can be names of columns: filled, different from each other, and not found again below. */
export function hasNames(rows: readonly Row[], header: number): boolean {
  const row = rows[header] ?? [];
  const names = row.slice(0, row.findLastIndex((cell) => cell.trim() !== '') + 1);
  const isName = (cell: string): boolean =>
    /[^\s\p{Nd}]/u.test(cellStart(cell)) && !MISSING.test(cellStart(cell).trim());
  if (!names.every(isName) || new Set(names.map((name) => name.trim())).size < names.length) return false;
  return !rows.slice(header + 1).some((below) => {
    const repeated = names.filter((name, column) => below[column] === name).length;
    // A header may be repeated as a whole, on each page.
    return repeated > 0 && repeated < names.length;
  });
}
