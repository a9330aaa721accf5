import { accountId, isDialproofError } from '@dialproof/core';
import { InjectVerification, type Verification } from '@dialproof/nestjs';
import {
  ForbiddenException,
  HttpException,
  HttpStatus,
  Injectable,
  UnprocessableEntityException,
} from '@nestjs/common';
import { InvoicesService } from '../billing/invoices.service.js';
import { type OwnPhone, type User, UsersService } from '../users/users.service.js';

/** Verifies users' own numbers from the host's code, at the expense of the user. */
@Injectable()
export class OwnPhoneService {
  constructor(
    @InjectVerification() private readonly verification: Verification,
    private readonly users: UsersService,
    private readonly invoices: InvoicesService,
  ) {}

  /**
   * Verifies a number and keeps it with its status. Rejects with 403 for who owes money, 422 for what is no number and 402 at the limit.
   */
  async verify({ userId }: User, phone: string): Promise<OwnPhone> {
    // Dialproof asks who is suspended where a request comes to its own routes. What the host's code calls is up to the host.
    if (this.invoices.isOverdue(userId)) throw new ForbiddenException('Pay your overdue invoice first.');
    try {
      const ownPhone = await this.verification.verify({ accountId: accountId(userId), phone });
      this.users.keepPhone(userId, ownPhone);
      return ownPhone;
    } catch (error) {
      throw exceptionOf(error);
    }
  }
}

/** Dialproof's refusals in the form that the host's own have. */
function exceptionOf(error: unknown): unknown {
  if (isDialproofError(error, 'invalid_phone')) {
    return new UnprocessableEntityException(error.hint, { cause: error });
  }
  if (isDialproofError(error, 'insufficient_credits')) {
    const message = 'Your credit limit is used up: pay an invoice first.';
    return new HttpException(message, HttpStatus.PAYMENT_REQUIRED, { cause: error });
  }
  return error;
}
