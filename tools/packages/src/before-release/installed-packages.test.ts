import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  AS_COMMONJS,
  AS_MODULE,
  EARLIER_PROJECTS,
  EARLIER_TYPESCRIPTS,
  Host,
  installTypeScripts,
  makeApplication,
  TYPESCRIPT_7_PROJECTS,
} from '../host.js';
import { outputOf, runProcess } from '../run-process.js';
import { usesWithOptionalPeers, usesWithoutOptionalPeers } from '../uses.js';
import { readJson, root } from '../workspace.js';
import { packedLibs } from './packed.fixture.js';

const RUN_WITH = [
  { way: 'import', project: AS_MODULE },
  { way: 'require', project: AS_COMMONJS },
];

/** The globals of Node that browsers have too. */
const WEB_GLOBALS = [
  ...['AbortController', 'AbortSignal', 'Blob', 'DOMException', 'File', 'FormData', 'Headers', 'Request'],
  ...['Response', 'ReadableStream', 'TextDecoder', 'TextEncoder', 'TransformStream', 'URL'],
  ...['URLSearchParams', 'atob', 'btoa', 'clearTimeout', 'crypto', 'fetch', 'performance', 'setTimeout'],
];

const packed = await packedLibs();
const inHosts = (name: string) => join(packed.hosts, name);
let plainHost: Host;
let compilerOf: (release: string) => string;
let application: Promise<string>;
beforeAll(async () => {
  // Beside the rest, since an installation waits more than it works. Those who need it await it.
  application = makeApplication('nest-new', packed.hosts, packed.libs, ['core', 'http', 'nestjs']);
  application.catch(() => {});
  compilerOf = await installTypeScripts(inHosts('compilers'));
  plainHost = await Host.plain(inHosts('plain'), packed.libs);
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
    const input = join(folder, 'client-in-browser.js');
    const bundle = await rolldown({ input, platform: 'browser' });
    const { output } = await bundle.generate({ format: 'iife', name: 'page', codeSplitting: false });
    await bundle.close();
    const [{ code, imports }] = output;
    expect(imports).toEqual([]);
    const globals = Object.fromEntries(WEB_GLOBALS.map((name) => [name, Reflect.get(globalThis, name)]));
    // The exports of the program.
    const { useInBrowser } = runInContext(`${code}\npage`, createContext(globals)) as {
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
    fullHost = await Host.withOptionalPeers(inHosts('full'), plainHost, packed.libs);
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

describe.each(EARLIER_TYPESCRIPTS)('packages for TypeScript %s', (release) => {
  it.each(EARLIER_PROJECTS)('have sound types: $kind, $moduleResolution', async (project) => {
    const { errors } = await plainHost.compileWith(compilerOf(release), project);
    // The declarations of others are checked by TypeScript 7.
    const ours = errors.filter((line) => !/node_modules\/(?!@dialproof\/)/.test(line));
    expect(ours).toEqual([]);
  });
});

it('packages work in an application of Next.js', async () => {
  const folder = await makeApplication('next-new', packed.hosts, packed.libs, ['core', 'http']);
  await outputOf(process.execPath, ['node_modules/next/dist/bin/next', 'build'], folder);
  expect(await outputOf(process.execPath, ['use.mjs'], folder)).toContain('next was used');
});

describe('packages in an application as nest new of Nest 11 makes it', () => {
  beforeAll(() => application);

  it('have sound types', async () => {
    const args = ['node_modules/typescript/bin/tsc', '--noEmit'];
    expect(await outputOf(process.execPath, args, await application)).toBe('');
  });

  it.each(['jest-e2e', 'jest-e2e-swc'])('work in its end-to-end tests: %s', async (config) => {
    // What a test is the first to load is compiled in its time: on a machine with much else to do, more than jest's five seconds.
    const args = ['node_modules/jest/bin/jest.js', '--config', `test/${config}.json`, '--testTimeout=60000'];
    const tests = await runProcess(process.execPath, args, await application);
    expect(tests.output).toContain('Tests:       3 passed, 3 total');
    expect(tests.code).toBe(0);
  });

  it('need the line in the configuration of jest that the README has', () => {
    const readme = readFileSync(join(root, 'libs/nestjs/README.md'), 'utf8');
    for (const config of ['jest-e2e', 'jest-e2e-swc']) {
      const { transformIgnorePatterns } = readJson<{ transformIgnorePatterns: unknown }>(
        join(root, 'tools/packages/nest-new/test', `${config}.json`),
      );
      const line = JSON.stringify({ transformIgnorePatterns }).slice(1, -1).replace(':', ': ');
      expect(readme).toContain(line);
    }
  });
});
