import { CsvCellScanner } from '../../csv-cell-scanner.js';

const MAX_SAMPLE_RECORDS = 200;

/** Counts the delimiters between the cells of each of the first records that are not blank. */
export function countDelimiters(sample: string, delimiter: string, complete: boolean) {
  const counts: number[] = [];
  let onlyInText = true;
  let isPlainInFirst = false;
  let misquoted = false;
  let recordStart = 0;
  let count = 0;
  const scanner = new CsvCellScanner(sample, delimiter);
  while (counts.length < MAX_SAMPLE_RECORDS && scanner.nextCell()) {
    const { start, end, closingQuote, isQuoted, endsLine } = scanner;
    if (count === 0) recordStart = start;
    const isCutOff = !complete && end === sample.length;
    misquoted ||= closingQuote !== -1 && !isQuoted && !(isCutOff && closingQuote === end);
    if (!endsLine) {
      count += 1;
      const inText = isInText(sample, end);
      onlyInText &&= inText;
      isPlainInFirst ||= counts.length === 0 && !inText;
    } else {
      const isBlank = end === recordStart;
      if (!isBlank && (!isCutOff || counts.length === 0)) counts.push(count);
      count = 0;
    }
  }
  return { counts, onlyInText, isPlainInFirst, misquoted };
}

/** Whether the delimiter could be a decimal comma, or part of a sentence. */
function isInText(sample: string, position: number): boolean {
  const next = sample.charAt(position + 1);
  const isDecimal = sample[position] === ',' && /\d/.test(sample.charAt(position - 1)) && /\d/.test(next);
  return next === ' ' || isDecimal;
}
