/** The commands, each with its effect. */
export const COMMANDS = {
  start: 'serves the API and the page, and works on files',
  worker: 'works on files and delivers webhooks over PostgreSQL, beside servers',
  migrate: 'brings the tables in PostgreSQL up to date',
  account: 'manages accounts, their credits and their tokens',
  evidence: 'imports and removes what is known of numbers from the apps themselves',
  backup: 'copies the embedded database into a file',
  restore: 'puts a backup in the place of the embedded database',
  move: 'moves the embedded database to PostgreSQL',
} as const;

export type CommandName = keyof typeof COMMANDS;

/** Returns the line that people type for a command, with its arguments. */
export type CommandLine = (command: CommandName, args?: string) => string;

export const packagedCommandLine: CommandLine = (command, args) =>
  `dialproof-server ${command}${args === undefined ? '' : ` ${args}`}`;

export function isCommandName(text: string): text is CommandName {
  return Object.hasOwn(COMMANDS, text);
}
