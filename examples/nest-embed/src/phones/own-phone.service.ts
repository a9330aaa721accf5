import { accountId } from '@dialproof/core';
import { toHttpException, Verification } from '@dialproof/nestjs';
import { ForbiddenException, Injectable } from '@nestjs/common';
import { InvoicesService } from '../billing/invoices.service.js';
import { type OwnPhone, type User, UsersService } from '../users/users.service.js';

/** Verifies users' own numbers from the host's code, at the expense of the user. */
@Injectable()
export class OwnPhoneService {
  constructor(
    private readonly verification: Verification,
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
      throw toHttpException(error);
    }
  }
}
