import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { AddressRules } from './address-rules.js';

/** Asks for the addresses of a name. It may reject, and is left alone when the signal is aborted. */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

/** The addresses of a host that may be connected to. Rejects where there are none. */
export async function findAddresses(
  host: string,
  { resolve, rules }: { readonly resolve: ResolveHost; readonly rules: AddressRules },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = isIP(host) > 0 ? [host] : await resolve(host, signal);
  const allowed = found.filter((address) => rules.allows(address));
  if (found.length === 0) throw new Error(`${host} has no address`);
  if (allowed.length === 0) throw new Error(`${host} leads to no public address`);
  return allowed;
}

/**
 * Asks name servers, the system's unless others are named (`127.0.0.1:5353`). Not `dns.lookup`: that occupies one of the few threads that
 * files are read with, for as long as a stranger's name server takes.
 */
export function askNameServers(servers?: readonly string[]): ResolveHost {
  return async (hostname, signal) => {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: 5_000, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      // A name without addresses of one kind is refused for that kind.
      const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const [failed] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      if (found.length === 0 && failed !== undefined) throw failed;
      return found;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
