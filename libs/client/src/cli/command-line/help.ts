import type { Command, Help } from 'commander';

/** The library's help without its headings, so that the longest one fits a terminal of 80 by 24. */
export function formatHelp(command: Command, help: Help): string {
  const commands = help
    .visibleCommands(command)
    .filter((sub) => sub.name() !== 'help')
    .map((sub) => [`  ${nameWithOperands(sub, help)}`, sub.summary() || sub.description()] as const);
  const options = help
    .visibleOptions(command)
    // Readers of the help of a command know --help.
    .filter(({ long }) => long !== '--help' || command.parent === null)
    .map(({ short, flags, description }) => [`  ${short ? '' : '    '}${flags}`, description] as const);
  const width = Math.max(...[...commands, ...options].map(([term]) => term.length));
  const lines = (items: readonly (readonly [string, string])[]) =>
    items.length === 0 ? [] : ['', ...items.map(([term, meaning]) => `${term.padEnd(width)}  ${meaning}`)];
  return [
    `Usage: ${help.commandUsage(command)}`,
    help.commandDescription(command),
    ...lines(commands),
    ...lines(options),
    '',
  ].join('\n');
}

function nameWithOperands(command: Command, help: Help): string {
  const operands = command.registeredArguments.map((operand) => {
    const name = `${help.argumentTerm(operand)}${operand.variadic ? '...' : ''}`;
    return operand.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...operands].join(' ');
}
