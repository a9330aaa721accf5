import type { DialproofClient } from '../../dialproof-client.js';
import { type ReadCommand, wrongCommandLine } from '../command-line/read-arguments.js';
import type { Host } from '../host.js';
import { type LocalService, openLocalService } from '../local/local-service.js';
import { noticesOf } from '../terminal/notices.js';
import { localClient, openClient } from './open-client.js';

/** The means with which a command verifies. */
export interface Verifier {
  readonly client: DialproofClient;
  /** The service in this process that the client calls; undefined if it calls a server. */
  readonly local: LocalService | undefined;
}

/** Runs with a client of the server, or with `--local` of a service in this process, which is closed at the end. */
export async function withVerifier(
  command: ReadCommand,
  host: Host,
  run: (verifier: Verifier) => Promise<number>,
): Promise<number> {
  if (!command.has('local')) return run({ client: await openClient(command, host), local: undefined });
  if (command.text('url') !== undefined) throw wrongCommandLine('--local asks no server: leave --url out.');
  const say = noticesOf(host);
  const local = await openLocalService({ env: host.env, say, parts: host.service ?? {} });
  try {
    return await run({ client: localClient(local.fetch, host), local });
  } finally {
    await local.close();
    // However it ended, the calls are paid for.
    for (const line of local.costLines()) say(line);
  }
}
