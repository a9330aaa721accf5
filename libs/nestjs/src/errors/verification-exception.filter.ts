import { DialproofError } from '@dialproof/core';
import { ERROR_STATUS } from '@dialproof/http';
import { errorReply } from '@dialproof/http/adapter';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { logErrors } from './log-errors.js';

/**
 * Answers the errors of the service that the host's own controllers let through, in the form of the contract: its status, `{detail,
 * hint}` and `Retry-After`. What is a 5xx is logged. For `@UseFilters()`, `APP_FILTER` and `useGlobalFilters`.
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
