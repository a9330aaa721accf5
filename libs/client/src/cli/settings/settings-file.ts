import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandFailure, EXIT_CODES, isSystemError } from '../failures/failure.js';

/** The settings that `login` stores. */
export interface KeptSettings {
  readonly url?: string;
  readonly token?: string;
}

/** Its path, in the user's folder for settings. */
export function settingsFileOf(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const ofWindows = platform === 'win32' ? env['APPDATA'] : undefined;
  const folder = env['XDG_CONFIG_HOME'] || ofWindows || join(homedir(), '.config');
  return join(folder, 'dialproof', 'settings.json');
}

/** Empty if none were stored. */
export async function readSettings(path: string): Promise<KeptSettings> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return {};
    throw unusable(path, error);
  }
  try {
    const found: unknown = JSON.parse(text);
    const [url, token] = ['url', 'token'].map((name) => Reflect.get(Object(found), name));
    return { ...(typeof url === 'string' ? { url } : {}), ...(typeof token === 'string' ? { token } : {}) };
  } catch (error) {
    throw unusable(path, error);
  }
}

/** Only the owner can read the file with the token, at every moment. */
export async function keepSettings(path: string, settings: KeptSettings): Promise<void> {
  const fresh = `${path}.${process.pid}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(fresh, `${JSON.stringify(settings, undefined, 2)}\n`, { mode: 0o600 });
    // The mode above applies only to new files.
    await chmod(fresh, 0o600);
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw new CommandFailure(EXIT_CODES.files, `${path} cannot be written (${String(error)}).`);
  }
}

function unusable(path: string, error: unknown): CommandFailure {
  return new CommandFailure(EXIT_CODES.files, `${path} cannot be read (${String(error)}): sign in again.`);
}
