import type { ProgramCommand, ServerOptions } from '../command-line/options.js';
import { CommandFailure, EXIT_CODES } from '../failures/failure.js';
import type { Host } from '../host.js';
import { withServer } from '../settings/open-server.js';
import { assertConfirmed } from '../terminal/ask.js';
import { counted } from '../terminal/format.js';
import { printable, writeAnswer } from '../terminal/output.js';

interface EraseOptions extends ServerOptions {
  readonly suppress?: true;
  readonly yes?: true;
}

/** `dialproof erase`: erases a number from everything that is kept of the account, when a person has said yes. */
export function eraseCommand(program: ProgramCommand, host: Host): void {
  program
    // The program's help is full, so its line for `suppressions` mentions this command.
    .command('erase', { hidden: true })
    .description('Erase a number from all files, results and replies of the account.')
    .argument('<number>')
    .option('--suppress', 'and never check it again')
    .with('yes', 'json', 'url')
    .addHelpText('after', "\n  dialproof erase '+1 415 555 0100' --suppress")
    .action((phone: string, options: EraseOptions) => erase(phone, options, host));
}

async function erase(phone: string, options: EraseOptions, host: Host): Promise<void> {
  await assertConfirmed(host, options, {
    question: `Erase ${printable(phone)} from all files and results?`,
    declined: 'Nothing was erased.',
  });
  await withServer(options, host, async ({ client }) => {
    const settings = options.suppress === undefined ? {} : { suppress: true };
    const erased = await client.eraseNumber(phone, settings, { signal: host.signal });
    const { rows, tasks, unfinished } = erased;
    const line = `${printable(phone)}: erased from ${counted(rows, 'row')} of ${counted(tasks, 'task')}`;
    await writeAnswer(host, options, erased, line);
    if (unfinished.length === 0) return;
    throw new CommandFailure(
      EXIT_CODES.refused,
      `It is still in ${counted(unfinished.length, 'task')} that ${unfinished.length === 1 ? 'has' : 'have'} not ended. Wait for, or cancel, these, and repeat the command:\n${unfinished.map((id) => `  dialproof watch ${id}`).join('\n')}`,
    );
  });
}
