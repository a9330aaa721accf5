import type { CreditEntry, CreditEntryKind, Credits } from '../../api/api.js';
import { isDialproofError } from '../../dialproof-error.js';
import { limitOption, type ProgramCommand, type ServerOptions } from '../command-line/options.js';
import type { Host } from '../host.js';
import { withServer } from '../settings/open-server.js';
import { counted, grouped, minuteOf, table } from '../terminal/format.js';
import { MADE_UP } from '../terminal/notices.js';
import { writeJson, writeLine } from '../terminal/output.js';
import { type CsvOptions, writeCsv } from './file/result-file.js';

type CreditsOptions = ServerOptions & CsvOptions & { readonly limit: number };

/** `dialproof credits`: the balance, and its last changes. */
export function creditsCommand(program: ProgramCommand, host: Host): void {
  program
    .command('credits')
    .summary('show your credits and what changed them')
    .description('Show your credits and what changed them last.')
    .addOption(limitOption(0))
    .with('csv', 'force', 'json', 'url')
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

/** `dialproof whoami`: the server that other commands ask, and the account that they act for. */
export function whoamiCommand(program: ProgramCommand, host: Host): void {
  program
    .command('whoami')
    .summary('show your server, account and credits')
    .description('Show your server, where your token is from, your account and your credits.')
    .with('json', 'url')
    .action((options: ServerOptions) =>
      withServer(options, host, async ({ client, url, tokenFrom, isSandbox }) => {
        const { signal, stdout } = host;
        const credits = await client.credits({ signal });
        // A host need not tell accounts apart.
        const mark = await unlessNotSupported(client.account({ signal }), null);
        const account = mark?.account ?? null;
        const sandbox = isSandbox();
        if (options.json) {
          const { available, held } = credits;
          return writeJson(host, { server: url, token_from: tokenFrom, account, available, held, sandbox });
        }
        await writeLine(stdout, `Server   ${url}`);
        await writeLine(stdout, `Token    from ${tokenFrom}`);
        if (account !== null) await writeLine(stdout, `Account  ${account}`);
        await writeLine(stdout, `Balance  ${balanceText(credits)}`);
        if (sandbox) await writeLine(stdout, MADE_UP);
      }),
    );
}

/** The answer, or `otherwise` if the server has no such operation. */
async function unlessNotSupported<Answer, Otherwise>(
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
function balanceText({ available, held }: Credits): string {
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
