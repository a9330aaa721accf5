import { type DialproofError, isDialproofError } from '@dialproof/core';
import { ERROR_STATUS } from '@dialproof/http';
import { errorReply } from '@dialproof/http/adapter';
import { HttpException, UnauthorizedException } from '@nestjs/common';

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

/** The error of the service that an exception was made of by `toHttpException`, undefined for the host's own exceptions. */
export function errorOfException(exception: HttpException): DialproofError | undefined {
  const { detail } = Object(exception.getResponse());
  return isDialproofError(exception.cause, detail) ? exception.cause : undefined;
}
