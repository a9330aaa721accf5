import { stripVTControlCharacters } from 'node:util';
import type { Output } from '../host.js';

/**
 * A text whose lines break between words, if they are longer than a terminal is wide. Other outputs get it as it is. An indented line is a
 * command to be pasted and stays whole.
 */
export function wrapped(text: string, { isTTY, columns = 80 }: Pick<Output, 'isTTY' | 'columns'>): string {
  if (isTTY !== true) return text;
  return text
    .split('\n')
    .map((line) =>
      line.startsWith('  ') ? line : line.split(' ').reduce((done, word) => join(done, word, columns)),
    )
    .join('\n');
}

function join(done: string, word: string, columns: number): string {
  const last = lengthOf(done.slice(done.lastIndexOf('\n') + 1));
  return `${done}${last + 1 + lengthOf(word) > columns ? '\n' : ' '}${word}`;
}

/** The characters that a terminal shows: colours take no place. */
function lengthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}
