import { SandboxChecker } from '@dialproof/checkers';
import type { E164, VerificationStatus } from '@dialproof/core';

/** The expected result of verifying a number. */
export interface ExpectedAnswer {
  readonly status: VerificationStatus;
  /** 1, or 0 for a check that fails. */
  readonly charged: number;
}

/** The sandbox's answer about a possible number, asked in this process and not in the server. */
export async function expectedAnswer(number: string): Promise<ExpectedAnswer> {
  try {
    // The generator's numbers are in E.164.
    const status = await new SandboxChecker().check(number as E164, { signal: AbortSignal.timeout(10_000) });
    return { status, charged: 1 };
  } catch {
    return { status: 'unknown', charged: 0 };
  }
}
