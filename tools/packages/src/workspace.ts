import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the workspace. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The fields of a package.json that this tool reads. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  readonly author?: string;
  /** An address in the manifest of the root, an object in those that are published. */
  readonly repository?: unknown;
  readonly private?: boolean;
  readonly keywords?: readonly string[];
  readonly engines?: Readonly<Record<string, string>>;
  readonly sideEffects?: boolean;
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** The folders of all packages below a root folder, as its package.json lists them, and first the root's own: ''. */
export function packageFolders(folder: string): string[] {
  const { workspaces } = readJson<{ workspaces: readonly string[] }>(join(folder, 'package.json'));
  const members = workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -'/*'.length);
    return readdirSync(join(folder, parent)).map((name) => `${parent}/${name}`);
  });
  return ['', ...members.filter((path) => existsSync(join(folder, path, 'package.json')))];
}

/** The names of the folders below libs/: every one of them is a package that is published. */
export function libNames(): string[] {
  return readdirSync(join(root, 'libs')).filter((lib) => existsSync(join(root, 'libs', lib, 'package.json')));
}

export function readManifest(folder: string): Manifest {
  return readJson(join(folder, 'package.json'));
}

/** Parses a file of the workspace. The caller knows its shape, which npm and nx rely on too. */
export function readJson<Shape>(file: string): Shape {
  return JSON.parse(readFileSync(file, 'utf8')) as Shape;
}

/** The names of the peers that the users of a package may leave out. */
export function optionalPeers({ peerDependenciesMeta = {} }: Manifest): string[] {
  return Object.keys(peerDependenciesMeta).filter((name) => peerDependenciesMeta[name]?.optional === true);
}

/** The names of the peers that the users of a package have to bring. */
export function neededPeers(manifest: Manifest): string[] {
  const optional = optionalPeers(manifest);
  return Object.keys(manifest.peerDependencies ?? {}).filter((name) => !optional.includes(name));
}
