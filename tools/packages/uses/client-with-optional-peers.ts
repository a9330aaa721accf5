import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The command line verifies without a server. The sandbox makes the statuses up. */
async function main(): Promise<void> {
  const installed = createRequire(process.argv[1] ?? '').resolve('@dialproof/client/package.json');
  const program = join(dirname(installed), 'dist/cli/main.js');
  const args = [program, 'verify', '--local', '+14155550100'];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, DIALPROOF_CHECKER: 'sandbox' },
  });
  assert.equal(stdout, '+14155550100\twa_registered\n');
  console.log('client-with-optional-peers was used');
}

main();
