import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

export interface AddressRulesOptions {
  /** Opens private and loopback networks, in which an operator's own receivers may be. Default false. */
  readonly allowPrivateNetworks?: boolean;
  /** Further networks to open: `10.1.0.0/16`, `fd00::/8` or a single address. Default: none. */
  readonly allowNetworks?: readonly string[];
}

/** IPv4 and IPv6 are separate: a block list of Node treats an IPv4 address like the IPv6 address that maps it. */
interface Networks {
  readonly ipv4: BlockList;
  readonly ipv6: BlockList;
}

/** The addresses that may be connected to: global ones, and those that the operator allows. */
export class AddressRules {
  readonly #refused: Networks;
  readonly #allowed: Networks;
  readonly #global = networksOf([GLOBAL_IPV6]);
  /** Whether any address that is not global is allowed. If so, names of the operator's own networks are allowed too. */
  readonly allowsOwnNetworks: boolean;

  /** Throws RangeError for an invalid network. */
  constructor({ allowNetworks = [], allowPrivateNetworks = false }: AddressRulesOptions = {}) {
    this.#refused = networksOf([...PRIVATE_NETWORKS, ...SPECIAL_NETWORKS]);
    this.#allowed = networksOf([...(allowPrivateNetworks ? PRIVATE_NETWORKS : []), ...allowNetworks]);
    this.allowsOwnNetworks = allowPrivateNetworks || allowNetworks.length > 0;
  }

  /** Whether this IP address may be connected to; false for any other text. An IPv4 address in an IPv6 one counts as IPv4. */
  allows(text: string): boolean {
    const address = plainAddress(text);
    switch (isIP(address)) {
      case 4:
        return this.#allowed.ipv4.check(address, 'ipv4') || !this.#refused.ipv4.check(address, 'ipv4');
      case 6:
        if (this.#allowed.ipv6.check(address, 'ipv6')) return true;
        return this.#global.ipv6.check(address, 'ipv6') && !this.#refused.ipv6.check(address, 'ipv6');
      default:
        return false;
    }
  }
}

/** Without the zone of a link-local address, and as IPv4 if IPv6 only maps it (RFC 4291, 2.5.5.2). */
function plainAddress(text: string): string {
  const [address = ''] = text.split('%', 1);
  if (isIP(address) !== 6) return address;
  // The URL parser normalises every spelling.
  const { hostname } = new URL(`http://[${address}]`);
  const [, high, low] = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return address;
  const bytes = [high, low]
    .map((part) => Number.parseInt(part, 16))
    .flatMap((part) => [part >> 8, part & 0xff]);
  return bytes.join('.');
}

function networksOf(networks: readonly string[]): Networks {
  const lists: Networks = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const [address = '', prefix, ...rest] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    const bits = family === 'ipv4' ? 32 : 128;
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
    if (isIP(address) === 0 || rest.length > 0 || !(length <= bits)) {
      throw new RangeError(
        `${JSON.stringify(network)} is no network: expected 10.0.0.0/8 or fd00::/8, for instance`,
      );
    }
    lists[family].addSubnet(address, length, family);
  }
  return lists;
}

/** Networks of the operator's own kind, which `allowPrivateNetworks` opens: private, loopback, and shared by carriers. */
const PRIVATE_NETWORKS: readonly string[] = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
];

/**
 * Networks that webhooks reach only by `allowNetworks`: link-local addresses, which include the clouds' metadata, multicast, documentation
 * and the others of the IANA registries of special addresses (RFC 6890). No IPv6 address outside of 2000::/3 is global.
 */
const SPECIAL_NETWORKS: readonly string[] = [
  '0.0.0.0/8',
  // Azure's host, which has the machine's settings and secrets.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  // 6to4 carries IPv4 addresses; NAT64 (64:ff9b::/96) does too, and is outside of 2000::/3.
  '2002::/16',
  '3fff::/20',
];

const GLOBAL_IPV6 = '2000::/3';

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
