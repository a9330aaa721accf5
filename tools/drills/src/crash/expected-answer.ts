import { SandboxChecker } from '@dialproof/checkers';
import type { E164, VerificationStatus } from '@dialproof/core';

/** What has to come of verifying a number. */
export interface ExpectedAnswer {
  readonly status: VerificationStatus;
  /** 1, or 0 for a check that fails. */
  readonly charged: number;
}

/** What the sandbox, asked here and not in the server, says of a possible number. */
export async function expectedAnswer(number: string): Promise<ExpectedAnswer> {
  try {
    // The generator's numbers are in E.164.
    const status = await new SandboxChecker().check(number as E164, { signal: AbortSignal.timeout(10_000) });
    return { status, charged: 1 };
  } catch {
    return { status: 'unknown', charged: 0 };
  }
}
