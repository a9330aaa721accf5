import type { Command } from 'commander';
import type { CreditEntry, CreditEntryKind, Credits } from '../../api/api.js';
import { isDialproofError } from '../../dialproof-error.js';
import {
  csvOption,
  forceOption,
  jsonOption,
  limitOption,
  type ServerOptions,
  urlOption,
} from '../command-line/options.js';
import type { Host } from '../host.js';
import { withServer } from '../settings/open-server.js';
import { counted, grouped, minuteOf, table } from '../terminal/format.js';
import { writeJson, writeLine } from '../terminal/output.js';
import { type CsvOptions, writeCsv } from './file/result-file.js';

type CreditsOptions = ServerOptions & CsvOptions & { readonly limit: number };

/** `dialproof credits`: the balance, and its last changes. */
export function creditsCommand(program: Command, host: Host): void {
  program
    .command('credits')
    .summary('show your credits and what changed them')
    .description('Show your credits and what changed them last.')
    .addOption(limitOption(0))
    .addOption(csvOption())
    .addOption(forceOption())
    .addOption(jsonOption())
    .addOption(urlOption())
    .addHelpText('after', '\n  dialproof credits\n  dialproof credits --csv statement.csv')
    .action((options: CreditsOptions) =>
      withServer(options, host, async ({ client }) => {
        const { csv, limit, json } = options;
        const { signal, stdout } = host;
        if (csv !== undefined) {
          await writeCsv(csv, options, (request) => client.downloadCreditEntries(request), host);
          if (json) await writeJson(host, { csv });
          return;
        }
        const { available, held } = await client.credits({ signal });
        const listed = client.creditEntries({ limit: Math.min(Math.max(limit, 1), 100) }, { signal });
        // A host without a statement only shows the balance.
        const entries = await unlessNotSupported(listed.toArray(limit), []);
        if (json) return writeJson(host, { available, held, entries });
        await writeLine(stdout, balanceText({ available, held }));
        if (entries.length === 0) return;
        for (const line of table(HEADER, entries.map(rowOf), [1])) await writeLine(stdout, line);
      }),
    );
}

/** The answer, or `otherwise` if the server has no such operation. */
export async function unlessNotSupported<Answer, Otherwise>(
  answer: Promise<Answer>,
  otherwise: Otherwise,
): Promise<Answer | Otherwise> {
  try {
    return await answer;
  } catch (error) {
    if (isDialproofError(error, 'not_supported')) return otherwise;
    throw error;
  }
}

/** `95 credits available, 5 held by tasks`. */
export function balanceText({ available, held }: Credits): string {
  return `${counted(available, 'credit')} available${held === 0 ? '' : `, ${grouped(held)} held by tasks`}`;
}

const HEADER = ['TIME (UTC)', 'CREDITS', 'TYPE', 'TASK'];

const TYPES: Readonly<Record<CreditEntryKind, string>> = {
  grant: 'added',
  charge: 'charged',
  charges_of_month: 'month total',
};

function rowOf({ at, credits, kind, task_id }: CreditEntry): readonly string[] {
  const signed = credits > 0 ? `+${grouped(credits)}` : `-${grouped(-credits)}`;
  // A newer server may have entries of other kinds.
  return [minuteOf(at), signed, TYPES[kind] ?? kind, task_id ?? ''];
}
