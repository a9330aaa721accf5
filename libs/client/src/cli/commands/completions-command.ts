import { completionsFor, SHELLS } from '../command-line/completions.js';
import { type ReadCommand, wrongCommandLine } from '../command-line/read-arguments.js';
import { EXIT_CODES } from '../failure.js';
import type { Host } from '../host.js';
import { write } from './output.js';

/** `dialproof completions`: a script for a shell. */
export async function completionsCommand({ operands }: ReadCommand, { stdout }: Host): Promise<number> {
  const shell = SHELLS.find((known) => known === operands[0]);
  if (shell === undefined || operands.length > 1) {
    throw wrongCommandLine(`Name a shell: ${SHELLS.join(', ')}.`);
  }
  await write(stdout, completionsFor(shell));
  return EXIT_CODES.done;
}
