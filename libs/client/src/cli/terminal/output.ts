import { stripVTControlCharacters } from 'node:util';
import type { Host, Output } from '../host.js';

/** Writes a line, and waits until a slow reader has room for more. */
export async function writeLine(output: Output, line: string): Promise<void> {
  await write(output, `${line}\n`);
}

/** Writes lines for people, which a terminal breaks between words. */
export async function writeLines(output: Output, lines: readonly string[]): Promise<void> {
  for (const line of lines) await writeLine(output, wrapped(line, output));
}

/** Writes, and waits until a slow reader has room for more. */
export function write(output: Output, piece: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}

/** Something for programs, on one line. */
export function writeJson({ stdout }: Host, value: unknown): Promise<void> {
  return writeLine(stdout, JSON.stringify(value));
}

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
