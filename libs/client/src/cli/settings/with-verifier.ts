import { DialproofClient } from '../../dialproof-client.js';
import { wrongCommandLine } from '../failures/failure.js';
import type { Host } from '../host.js';
import { type LocalService, openLocalService } from '../local/local-service.js';
import { noticesOf } from '../terminal/notices.js';
import { withServer } from './open-server.js';

/** The means with which a command verifies. */
export interface Verifier {
  readonly client: DialproofClient;
  /** The service in this process that the client calls; undefined if it calls a server. */
  readonly local: LocalService | undefined;
  /** Whether the server has said that the sandbox makes its results up. Without a server, `local` says who verifies. */
  isSandbox(): boolean;
}

/** Runs with a client of the server, or with `--local` of a service in this process, which is closed at the end. */
export async function withVerifier(
  options: { readonly url?: string; readonly local?: true },
  host: Host,
  run: (verifier: Verifier) => Promise<void>,
): Promise<void> {
  if (options.local === undefined)
    return withServer(options, host, (server) => run({ ...server, local: undefined }));
  if (options.url !== undefined) throw wrongCommandLine('--local asks no server. Leave --url out.');
  const say = noticesOf(host);
  const local = await openLocalService({ env: host.env, say, parts: host.service ?? {} });
  try {
    // No reply gets lost within this process, so that no request needs a key.
    const client = new DialproofClient({
      baseUrl: 'http://localhost',
      ...host.client,
      fetch: local.fetch,
      idempotencyKeys: false,
    });
    await run({ client, local, isSandbox: () => false });
  } finally {
    await local.close();
    // Shown even after a failure: the calls are paid for.
    for (const line of local.costLines()) say(line);
  }
}
