import { Argument, type Command, type Option } from 'commander';
import type { Host } from '../host.js';
import { write } from '../terminal/output.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A script with which a shell completes commands, options and names of files. The library for arguments does not write one. */
export function completionsFor(shell: Shell, program: Command): string {
  switch (shell) {
    case 'bash':
      return bash(program.commands);
    case 'zsh':
      return zsh(program.commands);
    case 'fish':
      return fish(program.commands);
    default:
      return shell satisfies never;
  }
}

function optionsOf(command: Command): readonly Option[] {
  return command.createHelp().visibleOptions(command);
}

/** The words that a command takes as its operand, where these are a closed list. */
function operandWords(command: Command): readonly string[] {
  return command.registeredArguments[0]?.argChoices ?? [];
}

function takesFile(command: Command): boolean {
  return command.registeredArguments[0]?.name() === 'file';
}

function isPath({ long }: Option): boolean {
  return long === '--out' || long === '--csv';
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => {
    const values = optionsOf(command).flatMap((option) => {
      const words = option.argChoices?.join(' ');
      if (words !== undefined) return [`${option.long}) words='${words}' files= ;;`];
      const names = [option.short, option.long].filter(Boolean).join(' | ');
      return isPath(option) ? [`${names}) files=yes ;;`] : [];
    });
    const all = [...optionsOf(command).map(({ long }) => long), ...operandWords(command)].join(' ');
    return `    ${command.name()})
      words='${all}'${takesFile(command) ? '\n      [[ $word == -* ]] || files=yes' : ''}
      case $before in${values.map((value) => `\n        ${value}`).join('')}
      esac ;;`;
  });
  return `_dialproof() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words= files=
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map((command) => command.name()).join(' ')}'
  fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  COMPREPLY=($(if [ "$files" ]; then compgen -f -- "$word"; else compgen -W "$words" -- "$word"; fi))
}
complete -o filenames -F _dialproof dialproof
`;
}

function zsh(commands: readonly Command[]): string {
  const names = commands.map((command) => `    '${command.name()}:${command.summary()}'`);
  const options = commands.map((command) => {
    const operands = takesFile(command)
      ? [`'*:file:_files'`]
      : operandWords(command).length > 0
        ? [`':${command.registeredArguments[0]?.name()}:(${operandWords(command).join(' ')})'`]
        : [];
    const specs = [...optionsOf(command).map((option) => `'${zshOption(option)}'`), ...operands];
    return `    ${command.name()}) _arguments ${specs.join(' ')} ;;`;
  });
  return `#compdef dialproof
_dialproof() {
  local -a commands
  commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${options.join('\n')}
  esac
}
if [ "$funcstack[1]" = _dialproof ]; then _dialproof "$@"; else compdef _dialproof dialproof; fi
`;
}

function zshOption(option: Option): string {
  if (!option.required) return `${option.long}[${option.description}]`;
  const words = option.argChoices;
  const action = words === undefined ? (isPath(option) ? '_files' : ' ') : `(${words.join(' ')})`;
  return `${option.long}=[${option.description.replaceAll(':', '\\:')}]:${option.name()}:${action}`;
}

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => {
    const within = `complete -c dialproof -n '__fish_seen_subcommand_from ${command.name()}'`;
    const words = operandWords(command);
    return [
      `complete -c dialproof -n __fish_use_subcommand -a ${command.name()} -d '${command.summary()}'`,
      ...optionsOf(command).map((option) => `${within} ${fishOption(option)}`),
      ...(takesFile(command) ? [`${within} -F`] : []),
      ...(words.length > 0 ? [`${within} -a '${words.join(' ')}'`] : []),
    ];
  });
  return `complete -c dialproof -f\n${lines.join('\n')}\n`;
}

function fishOption(option: Option): string {
  const words = option.argChoices;
  const short = option.short === undefined ? '' : `-s ${option.short.slice(1)} `;
  const taken = !option.required ? '' : isPath(option) ? ' -r -F' : ' -x';
  const known = words === undefined ? '' : ` -a '${words.join(' ')}'`;
  return `${short}-l ${option.name()}${taken}${known} -d '${option.description}'`;
}

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
