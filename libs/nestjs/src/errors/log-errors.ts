import { ReportedFailure } from '@dialproof/core';
import type { OperationName } from '@dialproof/http';
import { Logger } from '@nestjs/common';

/**
 * Makes an `onError` that logs to the logger of the application, in the context `Dialproof`. It is the default of the module's, and fits
 * that of `createVerificationService`.
 */
export function logErrors(): (
  error: unknown,
  context?: { readonly operation?: OperationName | undefined },
) => void {
  const logger = new Logger('Dialproof');
  return (error, { operation } = {}) => {
    const failed = operation === undefined ? 'failed' : `failed in the operation ${operation}`;
    // A reported failure was made by the reporter: the stack of its cause leads to the fault.
    const origin = error instanceof ReportedFailure ? error.cause : error;
    logger.error(`${failed}: ${String(error)}`, origin instanceof Error ? origin.stack : undefined);
  };
}
