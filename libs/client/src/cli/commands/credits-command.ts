import { isDialproofError } from '../../dialproof-error.js';
import type { CreditEntry } from '../../shapes/credits.js';
import { type ReadCommand, wholeOption, wrongCommandLine } from '../command-line/read-arguments.js';
import { EXIT_CODES } from '../failure.js';
import type { Host } from '../host.js';
import { openClient } from '../settings/open-client.js';
import { grouped } from '../terminal/numbers.js';
import { table } from '../terminal/table.js';
import { writeJson, writeLine } from './output.js';
import { minuteOf } from './tasks-command.js';

/** `dialproof credits`: the balance, and its last changes. */
export async function creditsCommand(command: ReadCommand, host: Host): Promise<number> {
  if (command.operands.length > 0) throw wrongCommandLine('credits takes no operand.');
  const client = await openClient(command, host);
  const { signal, stdout } = host;
  const limit = wholeOption(command, 'limit') ?? 20;
  const { available, held } = await client.credits({ signal });
  const listed = client.statement({ limit: Math.min(Math.max(limit, 1), 100) }, { signal });
  const entries = await listed.toArray(limit).catch(noneWhereNotSupported);
  if (command.has('json')) {
    await writeJson(host, { available, held, entries });
    return EXIT_CODES.done;
  }
  const heldToo = held === 0 ? '' : `, and ${grouped(held)} held by tasks`;
  await writeLine(stdout, `${grouped(available)} available${heldToo}`);
  for (const line of table(entries.map(rowOf), [1])) await writeLine(stdout, line);
  return EXIT_CODES.done;
}

/** A host without a statement still has a balance. */
function noneWhereNotSupported(error: unknown): readonly CreditEntry[] {
  if (isDialproofError(error, 'not_supported')) return [];
  throw error;
}

function rowOf({ at, credits, kind, task_id }: CreditEntry): readonly string[] {
  const signed = credits > 0 ? `+${grouped(credits)}` : `-${grouped(-credits)}`;
  return [minuteOf(at), signed, kind, task_id ?? ''];
}
