import type { Command } from 'commander';
import { jsonOption, type ServerOptions, urlOption } from '../command-line/options.js';
import type { Host } from '../host.js';
import { withServer } from '../settings/open-server.js';
import { MADE_UP } from '../terminal/notices.js';
import { writeJson, writeLine } from '../terminal/output.js';
import { balanceText, unlessNotSupported } from './credits-command.js';

/** `dialproof whoami`: the server that other commands ask, and the account that they act for. */
export function whoamiCommand(program: Command, host: Host): void {
  program
    .command('whoami')
    .summary('show your server, account and credits')
    .description('Show your server, where your token is from, your account and your credits.')
    .addOption(jsonOption())
    .addOption(urlOption())
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
