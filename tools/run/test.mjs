// `npm test`: installs and builds what is missing, then runs every test once but those of `*.long.test.ts`. Arguments go to vitest:
// `npm test -- libs/core`, or `npm test -- --project='*'` for all.
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
    const given = process.argv.slice(2);
    const chosen = given.length > 0 ? given : ['--project=!long'];
    const code = await runTool('vitest/vitest.mjs', ['run', ...reporters, ...chosen]);
    if (!existsSync(report)) refuse('The tests could not be run: the messages of vitest are above.');
    const results = JSON.parse(readFileSync(report, 'utf8'));
    const missing = missingServices(results);
    for (const [reason, tests] of missing) console.log(`${tests} tests were skipped: ${reason}`);
    console.log(closingLine(results));
    // Where all services are required, a skipped test is a failure.
    const mustRun = process.env.TEST_SERVICES === 'required';
    process.exitCode = mustRun && missing.size > 0 ? 1 : code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many tests were skipped for want of a service, by the reason that stands in the title of their suite. */
function missingServices(report) {
  const counts = new Map();
  for (const { ancestorTitles } of report.testResults.flatMap((file) => file.assertionResults)) {
    const reason = ancestorTitles.map((title) => /\((no \w+ at .*)\)$/.exec(title)?.[1]).find(Boolean);
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return counts;
}

function closingLine(report) {
  // A file may fail without a failed test: it cannot be loaded, or leaves something behind.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  const skipped = report.numPendingTests === 0 ? '' : `, ${report.numPendingTests} skipped`;
  return `${report.numPassedTests} passed, ${report.numFailedTests + broken.length} failed${skipped}`;
}

test();
