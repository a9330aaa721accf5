import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Host } from '../host.js';
import { makeHostWithOptionalPeers, makePlainHost } from '../host-folder.js';
import { makeNestApplication, NEST_NEW, runIn } from '../nest-application.js';
import { type PackedLibs, packLibs } from '../packed-lib.js';
import { typeErrors } from '../typescript-5.js';
import { AS_COMMONJS, AS_MODULE, TYPESCRIPT_5_PROJECTS, TYPESCRIPT_7_PROJECTS } from '../user-projects.js';
import { usesWithOptionalPeers, usesWithoutOptionalPeers } from '../uses.js';
import { readJson, root } from '../workspace.js';

const INSTALLING_MS = 300_000;
const USING_MS = 120_000;
const RUN_WITH = [
  { way: 'import', project: AS_MODULE },
  { way: 'require', project: AS_COMMONJS },
];

let packed: PackedLibs;
let plainHost: Host;
let application: Promise<string>;
beforeAll(async () => {
  packed = await packLibs();
  // Beside the rest, since an installation waits more than it works. Those who need it await it.
  application = makeNestApplication(join(packed.hosts, 'nest-new'), packed.libs);
  application.catch(() => {});
  plainHost = new Host(await makePlainHost(join(packed.hosts, 'plain'), packed.libs));
}, INSTALLING_MS);
afterAll(() => packed?.remove(), USING_MS);

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
    it.each(usesWithoutOptionalPeers())('do their work: %s', async (lib) => {
      expect(await plainHost.run(project, lib)).toContain(`${lib} was used`);
    });
  });
});

describe.concurrent('packages that are installed with all optional peers', { timeout: USING_MS }, () => {
  let fullHost: Host;
  beforeAll(async () => {
    fullHost = new Host(
      await makeHostWithOptionalPeers(join(packed.hosts, 'full'), plainHost.folder, packed.libs),
    );
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

describe('packages in an application as nest new of Nest 11 makes it', () => {
  beforeAll(() => application, INSTALLING_MS);

  it('have sound types', { timeout: USING_MS }, async () => {
    const compiled = await runIn(await application, 'typescript/bin/tsc', ['--noEmit']);
    expect(compiled).toMatchObject({ code: 0, output: '' });
  });

  it.each(['jest-e2e', 'jest-e2e-swc'])(
    'work in its end-to-end tests: %s',
    { timeout: INSTALLING_MS },
    async (config) => {
      // What a test is the first to load is compiled in its time: on a machine with much else to do, more than jest's five seconds.
      const args = ['--config', `test/${config}.json`, '--testTimeout=60000'];
      const tests = await runIn(await application, 'jest/bin/jest.js', args);
      expect(tests.output).toContain('Tests:       3 passed, 3 total');
      expect(tests.code).toBe(0);
    },
  );

  it('need the line in the configuration of jest that the README has', () => {
    const readme = readFileSync(join(root, 'libs/nestjs/README.md'), 'utf8');
    for (const config of ['jest-e2e', 'jest-e2e-swc']) {
      const { transformIgnorePatterns } = readJson<{ transformIgnorePatterns: unknown }>(
        join(NEST_NEW, 'test', `${config}.json`),
      );
      const line = JSON.stringify({ transformIgnorePatterns }).slice(1, -1).replace(':', ': ');
      expect(readme).toContain(line);
    }
  });
});
