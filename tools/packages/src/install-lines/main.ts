import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packLibs, readPackedLibs } from '../packed-lib.js';
import { root } from '../workspace.js';
import { documentedInstalls } from './documented-installs.js';
import { tryInstall } from './installation.js';
import { serveScopedRegistry } from './scoped-registry.js';
import { makeToolchains } from './toolchain.js';

const HELP = `Installs every documented line in an empty folder, then imports the packages: from the packed libraries and the registry of
the day, with npm and with pnpm, on the lowest Node of each line of \`engines\` and on the newest. Takes an hour and 2 GB.

  npm run check:installs -- sql 20.19 pnpm     only installations whose description has all of these words (all)
`;

const { positionals: words, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' } },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}
const installs = documentedInstalls(root);
const folder = await packLibs();
const packed = await readPackedLibs(folder);
const registry = await serveScopedRegistry(packed.libs);
let [tried, failed] = [0, 0];
try {
  const toolchains = await makeToolchains(folder);
  for (const toolchain of toolchains) {
    for (const install of installs) {
      const description = `Node ${toolchain.node}, ${toolchain.manager}, ${install.place}`;
      if (!words.every((word) => description.includes(word))) continue;
      tried += 1;
      const place = join(packed.hosts, String(tried));
      try {
        await tryInstall(install, toolchain, place, packed.libs, registry.url);
        console.log(`${description}: ok`);
      } catch (error) {
        failed += 1;
        console.log(`${description}: FAILED\n${error instanceof Error ? error.message : String(error)}`);
      }
      await rm(place, { recursive: true, force: true });
    }
  }
} finally {
  registry.close();
  await rm(folder, { recursive: true, force: true });
}
console.log(`${tried} installations, ${failed} failed`);
process.exitCode = failed === 0 && tried > 0 ? 0 : 1;
