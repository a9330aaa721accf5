import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Host } from './host.js';
import { makeHostWithOptionalPeers, makePlainHost } from './host-folder.js';
import { type PackedLibs, packLibs } from './packed-lib.js';
import { typeErrors } from './typescript-5.js';
import { AS_COMMONJS, AS_MODULE, TYPESCRIPT_5_PROJECTS, TYPESCRIPT_7_PROJECTS } from './user-projects.js';
import { usesWithOptionalPeers } from './uses.js';
import { libNames } from './workspace.js';

const INSTALLING_MS = 300_000;
const USING_MS = 120_000;
const RUN_WITH = [
  { way: 'import', project: AS_MODULE },
  { way: 'require', project: AS_COMMONJS },
];

let packed: PackedLibs;
let plainHost: Host;
beforeAll(async () => {
  packed = await packLibs();
  plainHost = new Host(await makePlainHost(join(packed.hosts, 'plain'), packed.libs));
}, INSTALLING_MS);
afterAll(() => packed?.remove());

describe.concurrent('packages that are installed without any optional peer', { timeout: USING_MS }, () => {
  it.each(TYPESCRIPT_7_PROJECTS)(
    'have sound types for TypeScript 7: $kind, $moduleResolution',
    async (project) => {
      const { errors } = await plainHost.compile(project);
      expect(errors).toEqual([]);
    },
  );

  it.each(TYPESCRIPT_5_PROJECTS)('have sound types for TypeScript 5: $kind, $moduleResolution', (project) => {
    expect(typeErrors(plainHost.folder, project)).toEqual([]);
  });

  describe.each(RUN_WITH)('and loaded by $way', ({ project }) => {
    it.each(libNames())('do their work: %s', async (lib) => {
      expect(await plainHost.run(project, lib)).toContain(`${lib} was used`);
    });
  });
});

describe.concurrent('packages that are installed with all optional peers', { timeout: USING_MS }, () => {
  let fullHost: Host;
  beforeAll(async () => {
    fullHost = new Host(await makeHostWithOptionalPeers(join(packed.hosts, 'full'), plainHost.folder));
  }, INSTALLING_MS);

  it.each(RUN_WITH)('have sound types when loaded by $way', async ({ project }) => {
    const { errors } = await fullHost.compile(project);
    expect(errors).toEqual([]);
  });

  describe.each(RUN_WITH)('and loaded by $way', ({ project }) => {
    it.each(usesWithOptionalPeers())('do what these are for: %s', async (use) => {
      expect(await fullHost.run(project, use)).toContain(`${use} was used`);
    });
  });
});
