import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const FAULTS = join(ROOT, 'tools/simulation/faults');

const patches = readdirSync(FAULTS, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.patch'),
);

it.each(patches)('the fault %s can be planted in the code of today', (name) => {
  const apply = () =>
    execFileSync('git', ['apply', '--check', join(FAULTS, name)], { cwd: ROOT, stdio: 'pipe' });
  expect(apply).not.toThrow();
});
