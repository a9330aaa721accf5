import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { libNames, type Manifest, neededPeers, optionalPeers, readManifest, root } from './workspace.js';

/** The programs that use the packages, one for each, and what they share. */
export const USES = join(root, 'tools/packages/uses');

/** Its dependencies are optional peers of other packages, so that it is installed only where those are wanted. */
export const SERVER = 'server';

const WITH_OPTIONAL_PEERS = '-with-optional-peers';

/** The names of the programs that need no optional peer. */
export function usesWithoutOptionalPeers(): string[] {
  return libNames().filter((lib) => lib !== SERVER);
}

/** The names of the programs that use packages with their optional peers. */
export function usesWithOptionalPeers(): string[] {
  const libs = libNames().filter((lib) => optionalPeers(manifestOf(lib)).length > 0);
  return [...libs.map((lib) => lib + WITH_OPTIONAL_PEERS), SERVER];
}

/** Whether a file of {@link USES} is for a host that has the optional peers. */
export function needsOptionalPeers(file: string): boolean {
  return file === `${SERVER}.ts` || file.endsWith(`${WITH_OPTIONAL_PEERS}.ts`);
}

/** The packages that a user installs with it: its required peers, and the imports of the program, with their types. */
export function installedWith(lib: string): string[] {
  return specs(lib, ['@types/node', ...neededPeers(manifestOf(lib)), ...importedBy(lib)]);
}

/** The packages that a user of all features installs. */
export function installedWithAll(): string[] {
  return libNames().flatMap((lib) => {
    const peers = optionalPeers(manifestOf(lib));
    if (peers.length === 0) return [];
    return specs(lib, [...peers, ...peers.flatMap(typesOf), ...importedBy(lib + WITH_OPTIONAL_PEERS)]);
  });
}

/** The packages that a program imports. Throws when there is none of that name. */
function importedBy(use: string): string[] {
  const path = join(USES, `${use}.ts`);
  if (!existsSync(path)) throw new Error(`${path} is missing: it ends with the line "${use} was used"`);
  const imports = readFileSync(path, 'utf8').matchAll(/ from '(@[^'/]+\/[^'/]+|[^'.@/:]+)[^':]*';$/gm);
  return [...imports].flatMap(([, name = '']) => [name, ...typesOf(name)]);
}

/** The package with the types of another one, if it has none of its own. */
function typesOf(name: string): string[] {
  const types = `@types/${name.replace(/^@(.+)\//, '$1__')}`;
  return existsSync(join(root, 'node_modules', types)) ? [types] : [];
}

/** In the versions that the workspace has, which npm has in its cache. Our own packages are installed from their tarballs. */
function specs(lib: string, names: readonly string[]): string[] {
  return names
    .filter((name) => !name.startsWith('@dialproof/'))
    .map((name) => {
      const places = [join(root, 'libs', lib), root].map((folder) => join(folder, 'node_modules', name));
      const found = places.find((place) => existsSync(place));
      if (found === undefined) throw new Error(`libs/${lib} does not have ${name} among its devDependencies`);
      return `${name}@${readManifest(found).version}`;
    });
}

function manifestOf(lib: string): Manifest {
  return readManifest(join(root, 'libs', lib));
}
