import { CsvScanner } from './csv-scanner.js';
import { CSV_LINE_END } from './csv-writer.js';

/** Splits text that `csvText` wrote into its lines, one a row, without their ends. */
export function splitCsvLines(text: string): string[] {
  // Every line is ended, so nothing stands behind the last end.
  if (!text.includes('"')) return text.split(CSV_LINE_END).slice(0, -1);
  const lines: string[] = [];
  const scanner = new CsvScanner(text);
  while (scanner.nextLine()) lines.push(text.slice(scanner.start, scanner.end));
  return lines;
}

/**
 * The cells of one line that `csvText` wrote, without its end. csv-parse takes seven times as long, which is half the time of the whole
 * workbook that is made of them.
 *
 * A line with quotes is read one cell at a time, when the cell is asked for: a row may consist of doubled quotes, and replacing them
 * all at once would block the event loop for too long.
 */
export function csvCells(line: string): Iterable<string> {
  return line.includes('"') ? cellsAmongQuotes(line) : line.split(',');
}

function* cellsAmongQuotes(line: string): Generator<string, void, undefined> {
  const scanner = new CsvScanner(line);
  while (scanner.nextCell()) yield scanner.cellText();
}
