// How `nx release` reads and writes versions: in the package.json files, and in the lock file, which repeats them.
import { posix } from 'node:path';
import nxRelease from 'nx/release/index.js';

const LOCK_FILE = 'package-lock.json';

/** Dependencies between our packages, which are kept at exactly the version that is released. */
const KINDS = ['dependencies', 'peerDependencies', 'devDependencies'];

export default class PackageVersions extends nxRelease.VersionActions {
  validManifestFilenames = ['package.json'];

  async readCurrentVersionFromSourceManifest(tree) {
    return { currentVersion: readJson(tree, this.#manifestPath).version, manifestPath: this.#manifestPath };
  }

  /** The version of a release is what the package.json files say; nobody has to be asked over the network. */
  async readCurrentVersionFromRegistry() {
    return null;
  }

  async readCurrentVersionOfDependency(tree, projectGraph, project) {
    const name = packageName(tree, projectGraph, project);
    const manifest = readJson(tree, this.#manifestPath);
    const kind = KINDS.find((one) => name in (manifest[one] ?? {}));
    return { currentVersion: manifest[kind]?.[name] ?? null, dependencyCollection: kind ?? null };
  }

  async updateProjectVersion(tree, version) {
    updateJson(tree, this.#manifestPath, (manifest) => {
      manifest.version = version;
    });
    // The root is no project of nx; its version goes along with those of the packages.
    updateJson(tree, 'package.json', (manifest) => {
      manifest.version = version;
    });
    updateJson(tree, LOCK_FILE, (lock) => {
      lock.version = version;
      for (const path of ['', this.projectGraphNode.data.root]) lock.packages[path].version = version;
    });
    return [`${this.#manifestPath} is ${version}`];
  }

  async updateProjectDependencies(tree, projectGraph, versions) {
    const byName = Object.entries(versions).map(([project, version]) => [
      packageName(tree, projectGraph, project),
      version,
    ]);
    updateJson(tree, this.#manifestPath, (manifest) => setVersions(manifest, byName));
    updateJson(tree, LOCK_FILE, (lock) =>
      setVersions(lock.packages[this.projectGraphNode.data.root], byName),
    );
    return byName.map(([name, version]) => `${this.#manifestPath} wants ${name} ${version}`);
  }

  get #manifestPath() {
    return posix.join(this.projectGraphNode.data.root, 'package.json');
  }
}

function setVersions(manifest, versions) {
  for (const kind of KINDS) {
    for (const [name, version] of versions) {
      if (manifest[kind]?.[name] !== undefined) manifest[kind][name] = version;
    }
  }
}

function packageName(tree, projectGraph, project) {
  return readJson(tree, posix.join(projectGraph.nodes[project].data.root, 'package.json')).name;
}

function readJson(tree, path) {
  return JSON.parse(tree.read(path, 'utf8'));
}

function updateJson(tree, path, change) {
  const value = readJson(tree, path);
  change(value);
  tree.write(path, `${JSON.stringify(value, null, 2)}\n`);
}
