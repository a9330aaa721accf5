import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PackedLib } from '../packed-lib.js';

export interface ScopedRegistry {
  readonly url: string;
  close(): void;
}

/** Serves the packed libraries as a registry would, on this machine. Every other package comes from the registry of the day. */
export async function serveScopedRegistry(libs: readonly PackedLib[]): Promise<ScopedRegistry> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const tarball = libs.find(({ manifest }) => path === tarballPath(manifest.name));
    const named = libs.find(({ manifest }) => path === manifest.name);
    if (tarball !== undefined) response.end(tarball.tarball);
    else if (named !== undefined) response.end(JSON.stringify(packument(named, url)));
    else response.writeHead(404).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is an object.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, close: () => server.close() };
}

function tarballPath(name: string): string {
  return `${name}/-/package.tgz`;
}

function packument({ manifest, tarball }: PackedLib, url: string) {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const dist = { tarball: url + tarballPath(name), integrity };
  // pnpm may be configured to ignore recent versions.
  const time = { [version]: '2026-01-01T00:00:00.000Z', modified: '2026-01-01T00:00:00.000Z' };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } }, time };
}
