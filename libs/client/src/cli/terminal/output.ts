import type { Host, Output } from '../host.js';
import { wrapped } from './wrapped.js';

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
