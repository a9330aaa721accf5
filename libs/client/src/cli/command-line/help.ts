import { COMMAND_NAMES, type CommandName, commandOf, type OptionName, optionOf } from './command-table.js';

/** The help of the program, on one screen of 80 by 24. */
export function programHelp(): string {
  const width = Math.max(...COMMAND_NAMES.map((name) => usageOf(name).length));
  const commands = COMMAND_NAMES.map((name) => `  ${usageOf(name).padEnd(width)}  ${shortSummary(name)}`);
  return [
    'Verifies phone numbers, one at a time or by the file.',
    '',
    ...commands,
    '',
    'dialproof COMMAND --help shows its options. The token comes from login or from',
    'DIALPROOF_TOKEN, the server from --url, DIALPROOF_URL or login; without any,',
    'it is http://localhost:3000. With --local, verify and file need no server: the',
    'checker is the one that DIALPROOF_CHECKER names.',
    '',
    'Ends with 0 when all is well, 2 for a wrong command line, 3 for files, 4 when',
    'refused, 5 without a good token, 6 without credits, 7 when the server is away,',
    '8 when the task failed, 9 when declined, 130 after Ctrl+C.',
  ].join('\n');
}

/** The help of a command. */
export function commandHelp(name: CommandName): string {
  const { summary, options: all, examples } = commandOf(name);
  // Readers of the help know --help, and the help of `file` has to fit 24 lines.
  const options = all.filter((option) => option !== 'help');
  const width = Math.max(...options.map((option) => writingOf(option).length));
  return [
    `dialproof ${usageOf(name)}${options.length > 0 ? ' [OPTION...]' : ''}`,
    sentence(summary),
    '',
    ...options.map((option) => `  ${writingOf(option).padEnd(width)}  ${optionOf(option).summary}`),
    '',
    ...examples.map((example) => `  ${example}`),
  ].join('\n');
}

function usageOf(name: CommandName): string {
  return `${name} ${commandOf(name).operands}`.trimEnd();
}

/** Up to the first comma or colon that leaves a sentence. */
function shortSummary(name: CommandName): string {
  return commandOf(name).summary.replace(/[:;].*$/, '');
}

function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

/** `-o, --out PATH`. */
function writingOf(name: OptionName): string {
  const { short, value } = optionOf(name);
  return `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}
