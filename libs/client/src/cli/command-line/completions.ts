import { COMMAND_NAMES, type CommandName, commandOf, type OptionName, optionOf } from './command-table.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A script with which a shell completes commands, options and names of files. */
export function completionsFor(shell: Shell): string {
  switch (shell) {
    case 'bash':
      return bash();
    case 'zsh':
      return zsh();
    case 'fish':
      return fish();
    default:
      return shell satisfies never;
  }
}

function words(name: CommandName): string {
  return commandOf(name)
    .options.map((option) => `--${option}`)
    .join(' ');
}

function withChoices(): readonly OptionName[] {
  const all = new Set(COMMAND_NAMES.flatMap((name) => commandOf(name).options));
  return [...all].filter((option) => optionOf(option).choices !== undefined);
}

function bash(): string {
  const choices = withChoices().map(
    (option) =>
      `    --${option}) COMPREPLY=($(compgen -W '${optionOf(option).choices?.join(' ')}' -- "$word")); return ;;`,
  );
  const commands = COMMAND_NAMES.map((name) => {
    const extra = name === 'completions' ? ` ${SHELLS.join(' ')}` : '';
    return `    ${name}) COMPREPLY=($(compgen -W '${words(name)}${extra}' -- "$word")) ;;`;
  });
  return `_dialproof() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${COMMAND_NAMES.join(' ')}' -- "$word"))
    return
  fi
  case $before in
${choices.join('\n')}
    -o | --out) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  if [ "\${COMP_WORDS[1]}" = file ] && [[ $word != -* ]]; then
    COMPREPLY=($(compgen -f -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${commands.join('\n')}
  esac
}
complete -o filenames -F _dialproof dialproof
`;
}

function zsh(): string {
  const commands = COMMAND_NAMES.map((name) => `    '${name}:${commandOf(name).summary}'`);
  const options = COMMAND_NAMES.map((name) => {
    const specs = commandOf(name).options.map((option) => `'${zshOption(option)}'`);
    const operand = commandOf(name).takesFile === true ? ` '*:file:_files'` : '';
    const shells = name === 'completions' ? ` ':shell:(${SHELLS.join(' ')})'` : '';
    return `    ${name}) _arguments ${specs.join(' ')}${operand}${shells} ;;`;
  });
  return `#compdef dialproof
_dialproof() {
  local -a commands
  commands=(
${commands.join('\n')}
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

function zshOption(option: OptionName): string {
  const { summary, value, choices } = optionOf(option);
  if (value === undefined) return `--${option}[${summary}]`;
  const action = choices !== undefined ? `(${choices.join(' ')})` : option === 'out' ? '_files' : ' ';
  return `--${option}=[${summary.replaceAll(':', '\\:')}]:${value}:${action}`;
}

function fish(): string {
  const lines = COMMAND_NAMES.flatMap((name) => {
    const { summary, options, takesFile = false } = commandOf(name);
    const within = `complete -c dialproof -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c dialproof -n __fish_use_subcommand -a ${name} -d '${summary}'`,
      ...options.map((option) => `${within} ${fishOption(option)}`),
      ...(takesFile ? [`${within} -F`] : []),
      ...(name === 'completions' ? [`${within} -a '${SHELLS.join(' ')}'`] : []),
    ];
  });
  return `complete -c dialproof -f\n${lines.join('\n')}\n`;
}

function fishOption(option: OptionName): string {
  const { short, summary, value, choices } = optionOf(option);
  const name = `${short === undefined ? '' : `-s ${short} `}-l ${option}`;
  const taken = value === undefined ? '' : option === 'out' ? ' -r -F' : ' -x';
  const known = choices === undefined ? '' : ` -a '${choices.join(' ')}'`;
  return `${name}${taken}${known} -d '${summary}'`;
}
