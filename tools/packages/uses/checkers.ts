import assert from 'node:assert/strict';
import { SANDBOX_NUMBERS, SandboxChecker } from '@dialproof/checkers';
import { describedChecker } from '@dialproof/checkers/described';
import { isVerificationStatus, normalizePhone } from '@dialproof/core';

async function main(): Promise<void> {
  const checker = new SandboxChecker();
  const number = normalizePhone('+14155550100');
  const status = await checker.check(number, { signal: new AbortController().signal });
  assert.ok(isVerificationStatus(status) && SANDBOX_NUMBERS.length > 0);
  assert.throws(() => describedChecker({ name: 'no request' }), TypeError);
  console.log('checkers was used');
}

main();
