import { CsvScanner } from '../csv-scanner.js';

const MAX_SAMPLE_RECORDS = 200;

const SPACE = 32;
const COMMA = 44;

/** Counts the delimiters between the cells of each of the first records that are not blank. */
export function countDelimiters(sample: Buffer, delimiter: string, complete: boolean) {
  const counts: number[] = [];
  let onlyInText = true;
  let isPlainInFirst = false;
  let misquoted = false;
  const scanner = new CsvScanner(delimiter);
  for (let start = 0; start < sample.length && counts.length < MAX_SAMPLE_RECORDS; start = scanner.next) {
    scanner.read(sample, start, true);
    if (scanner.start === scanner.end) continue;
    const isCutOff = !complete && scanner.end === sample.length;
    misquoted ||= scanner.isMisquoted && !(isCutOff && scanner.fault === 'unclosed');
    for (let cell = 0; cell < scanner.cells - 1; cell += 1) {
      const inText = isInText(sample, scanner.cellEnd(cell));
      onlyInText &&= inText;
      isPlainInFirst ||= counts.length === 0 && !inText;
    }
    if (!isCutOff || counts.length === 0) counts.push(scanner.cells - 1);
  }
  return { counts, onlyInText, isPlainInFirst, misquoted };
}

/** Whether the delimiter could be a decimal comma, or part of a sentence. */
function isInText(sample: Buffer, at: number): boolean {
  const next = sample[at + 1];
  return next === SPACE || (sample[at] === COMMA && isDigit(sample[at - 1]) && isDigit(next));
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
