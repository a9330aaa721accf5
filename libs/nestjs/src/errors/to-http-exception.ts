import { type DialproofError, isDialproofError } from '@dialproof/core';
import { ERROR_STATUS } from '@dialproof/http';
import { errorReply } from '@dialproof/http/adapter';
import {
  BadRequestException,
  ConflictException,
  ForbiddenException,
  HttpException,
  InternalServerErrorException,
  NotFoundException,
  PayloadTooLargeException,
  ServiceUnavailableException,
  type Type,
  UnauthorizedException,
  UnprocessableEntityException,
  UnsupportedMediaTypeException,
} from '@nestjs/common';

/** Nest's own classes, by which filters of the host may catch. */
const EXCEPTIONS: Readonly<Record<number, Type<HttpException>>> = {
  400: BadRequestException,
  401: UnauthorizedException,
  403: ForbiddenException,
  404: NotFoundException,
  409: ConflictException,
  413: PayloadTooLargeException,
  415: UnsupportedMediaTypeException,
  422: UnprocessableEntityException,
  500: InternalServerErrorException,
  503: ServiceUnavailableException,
};

/**
 * An error of the service as an exception of Nest with its status, the contract's body `{detail, hint}` and the error as its `cause`; every
 * other value is returned unchanged. For the host's own controllers and filters: `throw toHttpException(error)`.
 */
export function toHttpException(thrown: unknown): unknown {
  if (!isDialproofError(thrown)) return thrown;
  const status = ERROR_STATUS[thrown.code];
  // Without details that callers may not see.
  const body = JSON.parse(String(errorReply(thrown).body));
  const Exception = EXCEPTIONS[status];
  const options = { cause: thrown };
  return Exception ? new Exception(body, options) : new HttpException(body, status, options);
}

/** The error of the service that an exception was made of, undefined for the host's own exceptions. */
export function errorOfException(exception: HttpException): DialproofError | undefined {
  const { cause } = exception;
  const { detail } = Object(exception.getResponse());
  return isDialproofError(cause, detail) ? cause : undefined;
}
