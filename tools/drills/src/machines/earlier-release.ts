import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { PAGE, type Programs, programsIn, ROOT } from '../harness/programs.js';

const run = promisify(execFile);

/** Builds the programs of a revision in a separate folder, with the packages that are installed here, and gives them to `use`. */
export async function withEarlierRelease<Result>(
  revision: string,
  use: (programs: Programs) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'dialproof-before-'));
  try {
    const archive = join(folder, 'archive.tar');
    await run('git', ['archive', `--output=${archive}`, revision, '--', '.'], { cwd: ROOT });
    await run('tar', ['-xf', archive, '-C', folder]);
    linkPackages(folder);
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [compiler, '-b', 'libs/server'], { cwd: folder });
    await run(process.execPath, ['tools/run/bundle.mjs'], { cwd: folder });
    // The page of this revision is good enough: nobody views it.
    cpSync(join(ROOT, PAGE), join(folder, PAGE), { recursive: true });
    return await use(programsIn(`${folder}/`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Links the installed packages, except the workspace's own, which are those of the earlier revision. */
function linkPackages(folder: string): void {
  const installed = join(ROOT, 'node_modules');
  const own = join(folder, 'node_modules');
  mkdirSync(join(own, '@dialproof'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@dialproof') symlinkSync(join(installed, name), join(own, name));
  }
  for (const name of readdirSync(join(installed, '@dialproof'))) {
    const target = join(installed, '@dialproof', readlinkSync(join(installed, '@dialproof', name)));
    symlinkSync(join(folder, relative(ROOT, target)), join(own, '@dialproof', name));
  }
}
