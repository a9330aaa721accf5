import type { Fetch } from '../../client-options.js';
import { DialproofClient } from '../../dialproof-client.js';
import type { ReadCommand } from '../command-line/read-arguments.js';
import { wrongCommandLine } from '../command-line/read-arguments.js';
import { CommandFailure, EXIT_CODES } from '../failure.js';
import type { Host } from '../host.js';
import { readSettings } from './settings-file.js';

/** The default address of the example server. */
const DEFAULT_URL = 'http://localhost:3000';

/** A client of the server that the command line, the environment or `login` names. */
export async function openClient(command: ReadCommand, host: Host): Promise<DialproofClient> {
  const kept = await readSettings(host.settingsFile);
  const url = await serverUrl(command, host);
  const token = host.env['DIALPROOF_TOKEN'] || (url === kept.url ? kept.token : undefined);
  if (token === undefined) {
    // A token is for the server that it was kept for.
    const other = kept.token === undefined ? '' : ` The token that is kept is for ${kept.url}.`;
    throw new CommandFailure(
      EXIT_CODES.signIn,
      `There is no token for ${url}: sign in with dialproof login, or set DIALPROOF_TOKEN.${other}`,
    );
  }
  return clientOf(url, token, host);
}

/** The address of the server. */
export async function serverUrl(command: ReadCommand, { env, settingsFile }: Host): Promise<string> {
  const { url: kept } = await readSettings(settingsFile);
  return (command.text('url') ?? (env['DIALPROOF_URL'] || kept || DEFAULT_URL)).replace(/\/+$/, '');
}

/** A client of the service that answers this `fetch`, in this process: no reply gets lost there, so that no request needs a key. */
export function localClient(fetch: Fetch, { client }: Host): DialproofClient {
  return new DialproofClient({ baseUrl: 'http://localhost', ...client, fetch, idempotencyKeys: false });
}

export function clientOf(url: string, token: string, { client }: Host): DialproofClient {
  try {
    return new DialproofClient({ baseUrl: url, token, ...client });
  } catch (error) {
    throw wrongCommandLine(
      `${url} with this token cannot be used: ${error instanceof Error ? error.message : error}.`,
    );
  }
}
