import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageFolders, readJson, readManifest, root } from './workspace.js';

describe('every package of the workspace', () => {
  it.each(packageFolders(root))('asks for a Node that can require ES modules: "%s"', (folder) => {
    expect(readManifest(join(root, folder)).engines).toEqual({ node: '^20.19 || >=22.12' });
  });
});

describe('the badges of the README', () => {
  it.each(['node', 'typescript', 'licence'])(
    'say what the manifests and the compiler say: %s',
    async (name) => {
      const { engines, license } = readManifest(root);
      const { compilerOptions } = readJson(join(root, 'tsconfig.base.json')) as {
        compilerOptions: { strict: boolean };
      };
      const facts: Record<string, string> = {
        node: `Node.js: ${engines?.['node']}`,
        typescript: `TypeScript: ${compilerOptions.strict ? 'strict' : 'not strict'}`,
        licence: `licence: ${license}`,
      };
      expect(await readFile(join(root, 'README.md'), 'utf8')).toContain(
        `![${facts[name]}](docs/badges/${name}.svg)`,
      );
      const [label = '', value = ''] = facts[name]?.split(': ') ?? [];
      const texts = (await readFile(join(root, 'docs/badges', `${name}.svg`), 'utf8')).matchAll(
        /<text [^>]*>([^<]*)</g,
      );
      expect([...texts].map(([, text]) => text?.replaceAll('&gt;', '>'))).toEqual([label, value]);
    },
  );
});

describe('an installation of the workspace', () => {
  // @scarf/scarf, which comes with the Swagger page, reports each installation by its install script, which npm 10 runs.
  it('reports to nobody', async () => {
    expect(readJson(join(root, 'package.json'))).toMatchObject({ scarfSettings: { enabled: false } });
    expect(await readFile(join(root, 'Dockerfile'), 'utf8')).toMatch(/^ENV SCARF_ANALYTICS=false\b/m);
  });
});

describe('a package that is not below libs/', () => {
  const others = packageFolders(root).filter((folder) => !folder.startsWith('libs/'));

  it.each(others)('is never published: "%s"', (folder) => {
    expect(readManifest(join(root, folder)).private).toBe(true);
  });
});
