import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ProgramCommand } from '../command-line/options.js';
import type { Host } from '../host.js';
import { serverUrl } from '../settings/open-server.js';
import { writeLine } from '../terminal/output.js';

/** `dialproof open`: the page of the server, or of a task. */
export function openCommand(program: ProgramCommand, host: Host): void {
  program
    .command('open')
    .summary('open the page of the server, or of a task')
    .description('Open the page of the server or of a task. Without a browser, print its address.')
    .argument('[id]')
    .with('url')
    .action(async (id: string | undefined, options: { readonly url?: string }) => {
      const address = pageAddress(await serverUrl(options, host), id);
      if (await openInBrowser(address, host)) host.stderr.write(`Opened ${address}\n`);
      else await writeLine(host.stdout, address);
    });
}

/** The page is next to the API, whose address may end with the version. */
function pageAddress(url: string, taskId: string | undefined): string {
  const page = `${url.replace(/\/v1$/, '')}/`;
  return taskId === undefined ? page : `${page}#/tasks/${encodeURIComponent(taskId)}`;
}

/** Opens an address in the user's browser, and resolves to whether there is one. */
export async function openInBrowser(address: string, { env, stdout }: Host): Promise<boolean> {
  const [program, ...args] = browserOf(env, process.platform) ?? [];
  if (stdout.isTTY !== true || program === undefined) return false;
  const child = spawn(program, [...args, address], { detached: true, stdio: 'ignore' });
  try {
    await once(child, 'spawn');
  } catch {
    return false;
  }
  child.on('error', () => {});
  child.unref();
  return true;
}

/** The program that opens addresses; undefined where there is no screen, as behind SSH. */
export function browserOf(env: Host['env'], platform: NodeJS.Platform): readonly string[] | undefined {
  if (env['BROWSER']) return [env['BROWSER']];
  if (env['SSH_CONNECTION']) return undefined;
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined;
}
