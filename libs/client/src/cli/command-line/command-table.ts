/** The value of an option: none, or the placeholder for it in the help. */
interface OptionDescription {
  readonly value?: string;
  readonly short?: string;
  readonly summary: string;
  /** The values there are, for completions. */
  readonly choices?: readonly string[];
}

export const STATUS_CHOICES = ['wa_registered', 'telegram_registered', 'dead', 'inactive', 'unknown'];

/** Every option, by its name. An option means the same to each command that takes it. */
export const OPTIONS = {
  yes: { short: 'y', summary: 'asks nothing' },
  'without-numbers': { summary: 'verifies a file in which no number was found, too' },
  out: {
    short: 'o',
    value: 'PATH',
    summary: 'where the result goes, .csv or .xlsx, or - to print',
  },
  force: { short: 'f', summary: 'replaces a result that is there already' },
  column: { value: 'NAME', summary: 'the column of phones, by its header or from 0' },
  country: { value: 'CODE', summary: 'the country of national numbers: DE, US, ...' },
  'country-column': { value: 'NAME', summary: 'the column of countries, by its header, or none' },
  'area-code': { value: 'CODE', summary: 'the area code of numbers without one' },
  'several-numbers': {
    value: 'HOW',
    summary: 'several in a cell count as unknown, or as first',
    choices: ['unknown', 'first'],
  },
  'header-row': { value: 'ROW', summary: 'the row of the header, from 1' },
  sheet: { value: 'NAME', summary: 'the sheet of a workbook, by its name' },
  encoding: { value: 'NAME', summary: 'the encoding of a .csv: windows-1251, cp850, ...' },
  status: { value: 'LIST', summary: 'only rows with these statuses, with commas', choices: STATUS_CHOICES },
  columns: {
    value: 'LIST',
    summary: 'of: status, source, reason, checked_at',
    choices: ['status', 'source', 'reason', 'checked_at'],
  },
  'max-credits': { value: 'N', summary: 'refuses a file that needs more credits' },
  resume: { value: 'ID', summary: 'goes on with a task that was submitted before' },
  local: { summary: 'without a server; --local --help lists its settings' },
  limit: { short: 'n', value: 'N', summary: 'how many to list; 20 without it' },
  json: { summary: 'writes JSON for programs' },
  url: { value: 'URL', summary: 'the server; DIALPROOF_URL and login set it for good' },
  help: { short: 'h', summary: 'shows this' },
} as const satisfies Record<string, OptionDescription>;

export type OptionName = keyof typeof OPTIONS;

/** An option as the help and completions see it. */
export function optionOf(name: OptionName): OptionDescription {
  return OPTIONS[name];
}

interface CommandDescription {
  /** The operands behind the name. */
  readonly operands: string;
  readonly summary: string;
  readonly options: readonly OptionName[];
  /** Whether the operands are names of files. */
  readonly takesFile?: boolean;
  /** The replacement without a server, for commands that need a server. */
  readonly withoutServer?: string;
  readonly examples: readonly string[];
}

/** Every command, by its name, in the order of the help. */
export const COMMANDS = {
  verify: {
    operands: 'NUMBER...',
    summary: 'verifies numbers; - reads them from the standard input, one a line',
    options: ['local', 'json', 'url', 'help'],
    examples: [
      "dialproof verify '+1 415 555 0100'",
      'cut -f2 people.tsv | dialproof verify - > statuses.txt',
    ],
  },
  file: {
    operands: 'FILE',
    summary: 'verifies a .csv or .xlsx file: shows the cost, asks, and writes the result',
    options: [
      'yes',
      'without-numbers',
      'out',
      'force',
      'column',
      'country',
      'country-column',
      'area-code',
      'several-numbers',
      'header-row',
      'sheet',
      'encoding',
      'status',
      'columns',
      'max-credits',
      'resume',
      'local',
      'json',
      'url',
      'help',
    ],
    takesFile: true,
    examples: ['dialproof file - --yes < people.csv > verified.csv'],
  },
  tasks: {
    operands: '[ID]',
    summary: 'lists your tasks, or shows one',
    withoutServer: 'a task without one is over when dialproof file ends',
    options: ['status', 'limit', 'json', 'url', 'help'],
    examples: ['dialproof tasks', 'dialproof tasks --status failed --json'],
  },
  credits: {
    operands: '',
    summary: 'shows your credits, and what changed them last',
    withoutServer: 'without one there are no credits, only what the checker asks for',
    options: ['limit', 'json', 'url', 'help'],
    examples: ['dialproof credits', 'dialproof credits --limit 100'],
  },
  cancel: {
    operands: 'ID...',
    summary: 'stops tasks and keeps what was verified',
    withoutServer: 'without one, Ctrl+C stops dialproof file, which keeps what was verified',
    options: ['json', 'url', 'help'],
    examples: ['dialproof cancel 3f0c8f5e-7a55-4c0f-9d0a-2f3d1f3c9a10'],
  },
  retry: {
    operands: 'ID...',
    summary: 'goes on with the rows of ended tasks that were not verified',
    withoutServer: 'without one, begin anew with dialproof file --local',
    options: ['json', 'url', 'help'],
    examples: ['dialproof retry 3f0c8f5e-7a55-4c0f-9d0a-2f3d1f3c9a10'],
  },
  delete: {
    operands: 'ID...',
    summary: 'deletes ended tasks with their files and results',
    withoutServer: 'without one, nothing is kept but the result',
    options: ['yes', 'json', 'url', 'help'],
    examples: ['dialproof delete 3f0c8f5e-7a55-4c0f-9d0a-2f3d1f3c9a10'],
  },
  login: {
    operands: '',
    summary: 'keeps a server and a token, which it asks for',
    withoutServer: 'without one, the environment has the credentials of the checker',
    options: ['url', 'help'],
    examples: ['dialproof login --url https://phones.example.com', 'dialproof login < token.txt'],
  },
  logout: {
    operands: '',
    summary: 'forgets the token',
    withoutServer: 'without one, no token is kept',
    options: ['help'],
    examples: ['dialproof logout'],
  },
  completions: {
    operands: 'SHELL',
    summary: 'writes completions for bash, zsh or fish',
    options: ['help'],
    examples: ['dialproof completions zsh > ~/.zfunc/_dialproof'],
  },
} as const satisfies Record<string, CommandDescription>;

export type CommandName = keyof typeof COMMANDS;

/** A command as the help and completions see it. */
export function commandOf(name: CommandName): CommandDescription {
  return COMMANDS[name];
}

// Object.keys forgets the type of the keys.
export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[];

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}
