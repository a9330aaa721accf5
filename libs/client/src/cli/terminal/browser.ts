import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Host } from '../host.js';

/** Opens an address in the browser of whoever sits here, and resolves to whether there is one. */
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
