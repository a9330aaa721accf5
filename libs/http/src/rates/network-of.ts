/** The 16-bit groups of an IPv6 address that name its network: one customer of a provider has all addresses behind them. */
const NETWORK_GROUPS = 4;
/** An IPv4 address in an IPv6 one (RFC 4291, 2.5.5.2), with its end as Node writes it, or in two groups as others do. */
const MAPPED = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;

/** An address with the caller's port, which differs with each connection, as some proxies write it into X-Forwarded-For. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]*)\](?::\d+)?)$/;

/** An address without the port and the brackets that a proxy may have added; any other text as it is. */
export function withoutPort(given: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(given) ?? [];
  return ipv4 ?? ipv6 ?? given;
}

/** The key by which requests from an address are counted: the IPv4 address itself, or the /64 network of an IPv6 address. A port is left out. */
export function networkOf(given: string): string {
  const address = withoutPort(given);
  const [, mapped, high, low] = MAPPED.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (high !== undefined && low !== undefined) return [...bytesOf(high), ...bytesOf(low)].join('.');
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1).join('').split('::');
  const left = groupsOf(head);
  const right = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const network = [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS);
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

function groupsOf(part: string): readonly string[] {
  return part === '' ? [] : part.split(':');
}

function bytesOf(group: string): readonly number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
