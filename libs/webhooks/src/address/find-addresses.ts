import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { AddressRules } from './address-rules.js';

/** Resolves a name to its addresses. It may reject. Its result is ignored once the signal is aborted. */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

/** A host without an address that may be connected to. */
export class AddressError extends Error {
  readonly failure: 'name_not_found' | 'address_refused';
  /** The errors of name servers, by Node's codes. */
  readonly code: string | undefined;

  constructor(failure: AddressError['failure'], message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
    this.code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  }
}

/** The addresses of a host that may be connected to. Rejects with an {@link AddressError} if there are none. */
export async function findAddresses(
  host: string,
  { resolve, rules }: { readonly resolve: ResolveHost; readonly rules: AddressRules },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = isIP(host) > 0 ? [host] : await resolved(host, resolve, signal);
  const allowed = found.filter((address) => rules.allows(address));
  if (found.length === 0) throw new AddressError('name_not_found', `${host} has no address`);
  if (allowed.length === 0) throw new AddressError('address_refused', `${host} leads to no public address`);
  return allowed;
}

async function resolved(host: string, resolve: ResolveHost, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await resolve(host, signal);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'the name could not be looked up';
    throw new AddressError('name_not_found', message, cause);
  }
}

/**
 * Asks name servers, the system's unless others are named (`127.0.0.1:5353`). Not `dns.lookup`: it would occupy one of the few threads for
 * reading files until a foreign name server answers.
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
