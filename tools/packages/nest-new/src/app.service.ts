import { accountId } from '@dialproof/core';
import { VerificationService } from '@dialproof/nestjs';
import { Injectable } from '@nestjs/common';

@Injectable()
export class AppService {
  constructor(private readonly verification: VerificationService) {}

  async statusOf(phone: string): Promise<string> {
    const { status } = await this.verification.verify({ accountId: accountId('acme'), phone });
    return status;
  }
}
