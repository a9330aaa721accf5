import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageFolders, readManifest, root } from './workspace.js';

describe('every package of the workspace', () => {
  it.each(packageFolders(root))('asks for a Node that can require ES modules: "%s"', (folder) => {
    expect(readManifest(join(root, folder)).engines).toEqual({ node: '^20.19 || >=22.12' });
  });
});

describe('a package that is not below libs/', () => {
  const others = packageFolders(root).filter((folder) => !folder.startsWith('libs/'));

  it.each(others)('is never published: "%s"', (folder) => {
    expect(readManifest(join(root, folder)).private).toBe(true);
  });
});
