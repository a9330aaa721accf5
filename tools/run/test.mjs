// `npm test`: installs and builds what is missing, then runs every test once. Arguments go to vitest: `npm test -- libs/core`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, installMissing, refuse, requireNode, runTool } from './prepare.mjs';

async function test() {
  requireNode();
  await installMissing();
  await build();
  const folder = mkdtempSync(join(tmpdir(), 'dialproof-test-'));
  const report = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await runTool('vitest/vitest.mjs', ['run', ...reporters, ...process.argv.slice(2)]);
    if (!existsSync(report)) refuse('The tests could not be run: the messages of vitest are above.');
    console.log(closingLine(JSON.parse(readFileSync(report, 'utf8'))));
    process.exitCode = code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function closingLine(report) {
  // A file that cannot be loaded has no tests to fail, and is a failure all the same.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return `${report.numPassedTests} passed, ${report.numFailedTests + broken.length} failed`;
}

test();
