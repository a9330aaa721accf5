/**
 * The caller's address of a request of node:http or of a framework over it. Express and Fastify know by their `trust proxy` settings whose
 * word to take for it, and have it as `ip`. Every other request has the address of its connection, which may be a proxy's.
 */
export function nodeAddress(request: object): string | undefined {
  const { ip, socket }: { readonly ip?: unknown; readonly socket?: unknown } = request;
  if (typeof ip === 'string') return ip;
  const address: unknown = Reflect.get(Object(socket), 'remoteAddress');
  return typeof address === 'string' ? address : undefined;
}
