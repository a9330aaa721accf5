import { Option } from 'commander';
import { type ProgramCommand, wholeNumber } from '../command-line/options.js';
import { wrongCommandLine } from '../failures/failure.js';
import type { Host } from '../host.js';
import { isInstalled, type ResolveModule, resolveHere } from '../local/peer-packages.js';
import { withServer } from '../settings/open-server.js';
import { CreditCap } from './credit-cap.js';
import { SharedFolder } from './shared-folder.js';

interface McpOptions {
  readonly url?: string;
  readonly maxCredits: number;
  readonly folder: string;
  readonly showNumbers?: true;
}

const PACKAGE = '@modelcontextprotocol/server';

/** `dialproof mcp`: tools for an assistant, over the Model Context Protocol on the standard input and output. */
export function mcpCommand(program: ProgramCommand, host: Host): void {
  program
    .command('mcp')
    .summary('give an assistant tools to verify with')
    .description('Give an assistant tools (MCP). It spends nothing without --max-credits.')
    .option('--max-credits <n>', 'the most credits that it may spend until it ends', wholeNumber(0), 0)
    .addOption(
      new Option('--folder <path>', 'the folder whose files it may read and write').default(
        '.',
        'this folder',
      ),
    )
    .option('--show-numbers', 'let the assistant see cells of files')
    .with('url')
    .action((options: McpOptions) => serve(options, host));
}

async function serve({ folder, maxCredits, showNumbers, ...options }: McpOptions, host: Host): Promise<void> {
  assertInstalled();
  const { serveTools } = await import('./serve-tools.js');
  const shared = await SharedFolder.open(folder);
  await withServer(options, host, (server) =>
    serveTools({
      server,
      folder: shared,
      cap: new CreditCap(maxCredits),
      showsNumbers: showNumbers === true,
      host,
    }),
  );
}

/** Throws a `CommandFailure` that says how to install the package. Only this command needs it. */
export function assertInstalled(find: ResolveModule = resolveHere): void {
  if (isInstalled(PACKAGE, find)) return;
  throw wrongCommandLine(
    `dialproof mcp needs a package that is not installed: npm install --global @dialproof/client ${PACKAGE}`,
  );
}
