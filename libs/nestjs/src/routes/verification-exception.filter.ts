import { DialproofError, isDialproofError, ReportedFailure } from '@dialproof/core';
import { ERROR_STATUS, type OperationName } from '@dialproof/http';
import { errorReply } from '@dialproof/http/adapter';
import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
  UnauthorizedException,
} from '@nestjs/common';

/**
 * Answers the errors of the service that the host's own controllers let through, in the form of the contract: its status, `{detail, hint}`
 * and `Retry-After`. A 5xx is logged. For `@UseFilters()`, `APP_FILTER` and `useGlobalFilters`.
 */
@Catch(DialproofError)
export class VerificationExceptionFilter implements ExceptionFilter<DialproofError> {
  readonly #log = logErrors();

  catch(error: DialproofError, host: ArgumentsHost): void {
    const { status, headers, body } = errorReply(error);
    if (ERROR_STATUS[error.code] >= 500) this.#log(error);
    const reply = host.switchToHttp().getResponse<Reply>().status(status);
    for (const [name, value] of Object.entries(headers)) reply.header(name, value);
    reply.send(body);
  }
}

/** The common methods of the replies of Express and Fastify. */
interface Reply {
  status(code: number): Reply;
  header(name: string, value: string): unknown;
  send(body: unknown): unknown;
}

/**
 * An error of the service as an `HttpException` with its status, the contract's body `{detail, hint}` and the error as its `cause`; every
 * other value is returned unchanged. A 401 is an `UnauthorizedException`, which hosts catch to sign callers in. For the host's own
 * controllers and filters: `throw toHttpException(error)`.
 */
export function toHttpException(thrown: unknown): unknown {
  if (!isDialproofError(thrown)) return thrown;
  const status = ERROR_STATUS[thrown.code];
  // Without details that callers may not see.
  const body = JSON.parse(String(errorReply(thrown).body));
  const options = { cause: thrown };
  return status === 401 ? new UnauthorizedException(body, options) : new HttpException(body, status, options);
}

/** The error of the service from which `toHttpException` made this exception. Undefined for the host's own exceptions. */
export function errorOfException(exception: HttpException): DialproofError | undefined {
  const { detail } = Object(exception.getResponse());
  return isDialproofError(exception.cause, detail) ? exception.cause : undefined;
}

/**
 * Makes an `onError` that logs to the logger of the application, in the context `Dialproof`. It is the default of the module's `onError`,
 * and also fits the `onError` of `createVerificationService`.
 */
export function logErrors(): (
  error: unknown,
  context?: { readonly operation?: OperationName | undefined },
) => void {
  const logger = new Logger('Dialproof');
  return (error, { operation } = {}) => {
    const failed = operation === undefined ? 'failed' : `failed in the operation ${operation}`;
    // The reporter has made the reported failure, so the stack of its cause leads to the fault.
    const origin = error instanceof ReportedFailure ? error.cause : error;
    logger.error(`${failed}: ${String(error)}`, origin instanceof Error ? origin.stack : undefined);
  };
}
