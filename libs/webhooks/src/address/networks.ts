/** Networks of the operator's own kind, which `allowPrivateNetworks` opens: private, loopback, and shared by carriers. */
export const PRIVATE_NETWORKS: readonly string[] = [
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
export const SPECIAL_NETWORKS: readonly string[] = [
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

export const GLOBAL_IPV6 = '2000::/3';
