import { isIPv4 } from 'node:net';
import type { Fetch } from '../../client-options.js';
import { DialproofClient } from '../../dialproof-client.js';
import { CommandFailure, EXIT_CODES, wrongCommandLine } from '../failures/failure.js';
import { failureOf } from '../failures/refused.js';
import type { Host } from '../host.js';
import { readSettings } from './settings-file.js';

/** The default address of the example server. */
const DEFAULT_URL = 'http://localhost:3000';

/** A server, with the facts of its replies. */
export interface Server {
  readonly url: string;
  readonly client: DialproofClient;
  /** The origin of the token, for people. */
  readonly tokenFrom: string;
  /** Whether a reply has said that the sandbox makes the results up. */
  isSandbox(): boolean;
}

/** Runs with the server that the command line, the environment or `login` names. Failures of its requests name the server. */
export async function withServer(
  options: { readonly url?: string },
  host: Host,
  run: (server: Server) => Promise<void>,
): Promise<void> {
  const server = await openServer(options, host);
  try {
    await run(server);
  } catch (error) {
    throw host.signal.aborted ? error : failureOf(error, server.url);
  }
}

async function openServer(options: { readonly url?: string }, host: Host): Promise<Server> {
  const kept = await readSettings(host.settingsFile);
  const url = await serverUrl(options, host);
  const given = host.env['DIALPROOF_TOKEN'];
  if (given) return serverAt(url, { token: given, tokenFrom: 'DIALPROOF_TOKEN' }, host);
  // A kept token is sent only to its own server.
  if (url === kept.url && kept.token !== undefined)
    return serverAt(url, { token: kept.token, tokenFrom: host.settingsFile }, host);
  const other = kept.token === undefined ? '' : ` The stored token is for ${kept.url}.`;
  throw new CommandFailure(
    EXIT_CODES.signIn,
    `There is no token for ${url}. Sign in with dialproof login, or set DIALPROOF_TOKEN.${other}`,
  );
}

/** The address of the server, without a slash at the end. */
export async function serverUrl(
  options: { readonly url?: string },
  { env, settingsFile }: Host,
): Promise<string> {
  const { url: kept } = await readSettings(settingsFile);
  const url = (options.url ?? (env['DIALPROOF_URL'] || kept || DEFAULT_URL)).replace(/\/+$/, '');
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url;
  throw wrongCommandLine(
    `"${url}" is not the address of a server. Write it like https://phones.example.com.`,
  );
}

/** Whether the address is on this machine, so that a token does not leave it. */
export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}

export function serverAt(
  url: string,
  { token, tokenFrom }: { readonly token: string; readonly tokenFrom: string },
  { client: options }: Host,
): Server {
  const send: Fetch = options?.fetch ?? fetch;
  let isSandbox = false;
  const watched: Fetch = async (address, init) => {
    const response = await send(address, init);
    isSandbox ||= response.headers.has('dialproof-results');
    return response;
  };
  try {
    const client = new DialproofClient({ baseUrl: url, token, ...options, fetch: watched });
    return { url, client, tokenFrom, isSandbox: () => isSandbox };
  } catch (error) {
    throw wrongCommandLine(
      `${url} cannot be used with this token: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
