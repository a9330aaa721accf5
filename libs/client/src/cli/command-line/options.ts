import { Command, InvalidArgumentError, Option } from 'commander';
import { CHANGE_KINDS, RESULT_COLUMNS, VERIFICATION_STATUSES } from '../../api/api.js';

/** The options of every command that asks a server. */
export interface ServerOptions {
  readonly url?: string;
  readonly json?: true;
}

/** The options that several commands have, by their names. */
const OPTIONS = {
  url: () => new Option('--url <url>', 'the server, in place of DIALPROOF_URL and login'),
  json: () => new Option('--json', 'write JSON for programs'),
  local: () => new Option('--local', 'work without a server (settings: --local --help)'),
  yes: () => new Option('-y, --yes', 'ask nothing'),
  out: () => new Option('-o, --out <path>', 'the result: .csv, .xlsx, or - to print it'),
  force: () => new Option('-f, --force', 'replace a result that is there already'),
  csv: () => new Option('--csv <path>', 'write all of it as a .csv; - prints it'),
  status: () =>
    listOption('--status <list>', 'only rows with these statuses, with commas', VERIFICATION_STATUSES),
  columns: () => listOption('--columns <list>', RESULT_COLUMNS.join(', '), RESULT_COLUMNS),
  change: () => listOption('--change <list>', `only some: ${CHANGE_KINDS.join(', ')}`, CHANGE_KINDS),
  keyColumn: () => new Option('--key-column <name>', 'name the row of each change by this column'),
  limit: () => limitOption(1),
} as const;

/** A command of the program. */
export class ProgramCommand extends Command {
  override createCommand(name?: string): ProgramCommand {
    return new ProgramCommand(name);
  }

  /** Adds options that several commands have, in this order. */
  with(...names: readonly (keyof typeof OPTIONS)[]): this {
    for (const name of names) this.addOption(OPTIONS[name]());
    return this;
  }
}

export const limitOption = (least: number) =>
  new Option('-n, --limit <n>', 'how many to list; 20 without it').argParser(wholeNumber(least)).default(20);

/** Reads the value of an option that is a whole number. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
    throw new InvalidArgumentError(`It takes a whole number from ${least} to 999,999,999.`);
  };
}

/** An option whose value is one or more words, with commas. */
function listOption<Word extends string>(flags: string, description: string, words: readonly Word[]): Option {
  // Completions offer the choices.
  return new Option(flags, description).choices(words).argParser((text) => {
    const found = text.split(',').map((part) => words.find((word) => word === part.trim()));
    const known = found.filter((word) => word !== undefined);
    if (known.length === found.length && new Set(known).size === known.length) return known;
    throw new InvalidArgumentError(
      `It takes one or more of ${words.join(', ')}, separated by commas, each once.`,
    );
  });
}
