import type { Command } from 'commander';
import { urlOption } from '../command-line/options.js';
import type { Host } from '../host.js';
import { serverUrl } from '../settings/open-server.js';
import { openInBrowser } from '../terminal/browser.js';
import { writeLine } from '../terminal/output.js';

/** `dialproof open`: the page of the server, or of a task. */
export function openCommand(program: Command, host: Host): void {
  program
    .command('open')
    .summary('open the page of the server, or of a task')
    .description('Open the page of the server or of a task. Without a browser, print its address.')
    .argument('[id]')
    .addOption(urlOption())
    .action(async (id: string | undefined, options: { readonly url?: string }) => {
      const address = pageAddress(await serverUrl(options, host), id);
      if (await openInBrowser(address, host)) host.stderr.write(`Opened ${address}\n`);
      else await writeLine(host.stdout, address);
    });
}

/** The page stands beside the API, whose address may end with the version. */
function pageAddress(url: string, taskId: string | undefined): string {
  const page = `${url.replace(/\/v1$/, '')}/`;
  return taskId === undefined ? page : `${page}#/tasks/${encodeURIComponent(taskId)}`;
}
