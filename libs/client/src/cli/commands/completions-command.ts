import { Argument, type Command } from 'commander';
import { completionsFor, SHELLS, type Shell } from '../command-line/completions.js';
import type { Host } from '../host.js';
import { write } from '../terminal/output.js';

/** `dialproof completions`: a script for a shell. */
export function completionsCommand(program: Command, host: Host): void {
  program
    // Hidden, so that the help fits one screen. docs/command-line.md describes it.
    .command('completions', { hidden: true })
    .summary('print completions for bash, zsh or fish')
    .description('Print a script that completes commands and options in your shell.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', '\n  dialproof completions zsh > ~/.zfunc/_dialproof')
    .action((shell: Shell) => write(host.stdout, completionsFor(shell, program)));
}
