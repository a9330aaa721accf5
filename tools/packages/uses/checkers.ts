import assert from 'node:assert/strict';
import { SANDBOX_ENDINGS, SandboxChecker } from '@dialproof/checkers';
import { isVerificationStatus, normalizePhone } from '@dialproof/core';

async function main(): Promise<void> {
  const checker = new SandboxChecker();
  const number = normalizePhone('+14155550100');
  const status = await checker.check(number, { signal: new AbortController().signal });
  assert.ok(isVerificationStatus(status) && SANDBOX_ENDINGS.length > 0);
  console.log('checkers was used');
}

main();
