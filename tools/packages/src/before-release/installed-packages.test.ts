import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleForBrowser } from '../browser-bundle.js';
import { Host } from '../host.js';
import { makeHostWithOptionalPeers, makePlainHost } from '../host-folder.js';
import { makeNestApplication, makeNextApplication, NEST_NEW, runIn } from '../new-applications.js';
import { runProcess } from '../run-process.js';
import { EARLIER_TYPESCRIPTS, installTypeScripts, typeErrors } from '../typescript-compilers.js';
import { AS_COMMONJS, AS_MODULE, EARLIER_PROJECTS, TYPESCRIPT_7_PROJECTS } from '../user-projects.js';
import { usesWithOptionalPeers, usesWithoutOptionalPeers } from '../uses.js';
import { readJson, root } from '../workspace.js';
import { packedLibs } from './packed.fixture.js';

const RUN_WITH = [
  { way: 'import', project: AS_MODULE },
  { way: 'require', project: AS_COMMONJS },
];

const packed = await packedLibs();
let plainHost: Host;
let compilers: string;
let application: Promise<string>;
beforeAll(async () => {
  // Beside the rest, since an installation waits more than it works. Those who need it await it.
  application = makeNestApplication(join(packed.hosts, 'nest-new'), packed.libs);
  application.catch(() => {});
  compilers = await installTypeScripts(join(packed.hosts, 'compilers'));
  plainHost = new Host(await makePlainHost(join(packed.hosts, 'plain'), packed.libs));
});

describe.concurrent('packages that are installed without any optional peer', () => {
  it.each(TYPESCRIPT_7_PROJECTS)(
    'have sound types for TypeScript 7: $kind, $moduleResolution',
    async (project) => {
      const { errors } = await plainHost.compile(project);
      expect(errors).toEqual([]);
    },
  );

  describe.each(RUN_WITH)('and loaded by $way', ({ project }) => {
    it.each(usesWithoutOptionalPeers())('do their work: %s', async (lib) => {
      expect(await plainHost.run(project, lib)).toContain(`${lib} was used`);
    });
  });

  it('work in a page: the client, in a bundle', async () => {
    const { folder } = await plainHost.compile(AS_MODULE);
    const { imports, run } = await bundleForBrowser(join(folder, 'client-in-browser.js'));
    expect(imports).toEqual([]);
    // The exports of the program.
    const { useInBrowser } = run() as {
      useInBrowser(fetch: (url: unknown) => Promise<Response>): Promise<string>;
    };
    const reply = async (url: unknown) =>
      String(url).endsWith('/v1/verify')
        ? Response.json({ phone: '+14155552671', status: 'dead', checked_at: '2026-01-02T03:04:05.006Z' })
        : Response.json({ detail: 'task_not_found' }, { status: 404 });
    expect(await useInBrowser(reply)).toBe('client was used in a browser: dead');
  });
});

describe.concurrent('packages that are installed with all optional peers', () => {
  let fullHost: Host;
  beforeAll(async () => {
    fullHost = new Host(
      await makeHostWithOptionalPeers(join(packed.hosts, 'full'), plainHost.folder, packed.libs),
    );
  });

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

// One after the other: these compilers hold up the event loop, and with it the time of tests beside them.
describe.each(EARLIER_TYPESCRIPTS)('packages for TypeScript %s', (release) => {
  it.each(EARLIER_PROJECTS)('have sound types: $kind, $moduleResolution', (project) => {
    expect(typeErrors(release, compilers, plainHost.folder, project)).toEqual([]);
  });
});

it('packages work in an application of Next.js', async () => {
  const folder = await makeNextApplication(join(packed.hosts, 'next-new'), packed.libs);
  expect(await runIn(folder, 'next/dist/bin/next', ['build'])).toMatchObject({ code: 0 });
  const served = await runProcess(process.execPath, ['use.mjs'], folder);
  expect(served.output).toContain('next was used');
});

describe('packages in an application as nest new of Nest 11 makes it', () => {
  beforeAll(() => application);

  it('have sound types', async () => {
    const compiled = await runIn(await application, 'typescript/bin/tsc', ['--noEmit']);
    expect(compiled).toMatchObject({ code: 0, output: '' });
  });

  it.each(['jest-e2e', 'jest-e2e-swc'])('work in its end-to-end tests: %s', async (config) => {
    // What a test is the first to load is compiled in its time: on a machine with much else to do, more than jest's five seconds.
    const args = ['--config', `test/${config}.json`, '--testTimeout=60000'];
    const tests = await runIn(await application, 'jest/bin/jest.js', args);
    expect(tests.output).toContain('Tests:       3 passed, 3 total');
    expect(tests.code).toBe(0);
  });

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
