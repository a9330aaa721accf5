import { BlockList, isIP } from 'node:net';
import { GLOBAL_IPV6, PRIVATE_NETWORKS, SPECIAL_NETWORKS } from './networks.js';

export interface AddressRulesOptions {
  /** Opens private and loopback networks, in which an operator's own receivers may be. Default false. */
  readonly allowPrivateNetworks?: boolean;
  /** Networks to open besides, as `10.1.0.0/16`, `fd00::/8` or a single address. Default none. */
  readonly allowNetworks?: readonly string[];
}

/** IPv4 and IPv6 apart: a list of Node takes an IPv4 address for the IPv6 one that maps it. */
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
  // The URL parser brings every spelling to one.
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
