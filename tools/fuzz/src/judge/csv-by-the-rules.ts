import type { Row } from '@dialproof/core';

const QUOTE = '"';
const LINE_END = /\r\n|\n|\r/y;

/**
 * The rows of a .csv text by the rules of the README, read character by character. Undefined if a quote is never closed, or only by an
 * improper quote on a later line. It is slow and simple.
 */
export function rowsByTheRules(text: string, delimiter: string): Row[] | undefined {
  const rows: Row[] = [];
  let row: string[] = [];
  let at = 0;
  for (;;) {
    const start = at;
    const cell = cellAt(text, at, delimiter);
    if (cell === undefined) return undefined;
    at = cell.end;
    row.push(cell.value);
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    const isBlank = row.length === 1 && at === start;
    if (!isBlank) rows.push(row);
    row = [];
    if (at >= text.length) return rows;
    at += lineEndAt(text, at);
  }
}

function cellAt(text: string, start: number, delimiter: string): { value: string; end: number } | undefined {
  if (text[start] !== QUOTE)
    return {
      value: text.slice(start, plainEnd(text, start, delimiter)),
      end: plainEnd(text, start, delimiter),
    };
  let value = '';
  let at = start + 1;
  for (; at < text.length; at += 1) {
    if (text[at] === QUOTE) {
      if (text[at + 1] !== QUOTE) break;
      at += 1;
    }
    value += text[at];
  }
  if (at >= text.length) return undefined;
  const end = plainEnd(text, at + 1, delimiter);
  if (end === at + 1) return { value, end };
  if (/[\r\n]/.test(text.slice(start, at))) return undefined;
  return { value: text.slice(start, end), end };
}

function plainEnd(text: string, start: number, delimiter: string): number {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

function lineEndAt(text: string, at: number): number {
  LINE_END.lastIndex = at;
  return LINE_END.exec(text)?.[0].length ?? 0;
}
