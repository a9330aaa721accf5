import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentUser } from '../users/auth.guard.js';
import type { User } from '../users/users.service.js';
import { ChargeDto, InvoiceDto, StatementDto, StatementQueryDto } from './billing.dto.js';
import { BillingService } from './billing.service.js';
import { InvoicesService } from './invoices.service.js';

/** What was verified, what it costs, and paying for it. */
@ApiTags('billing')
@ApiBearerAuth()
@Controller('billing')
export class BillingController {
  constructor(
    private readonly billing: BillingService,
    private readonly invoices: InvoicesService,
  ) {}

  @Get('statement')
  @ApiOkResponse({ type: StatementDto })
  statement(@CurrentUser() { userId }: User, @Query() { after = 0 }: StatementQueryDto): StatementDto {
    const { creditLimit, used, held } = this.billing.wallet(userId);
    const charges = this.invoices.charges(userId, after).map(ChargeDto.of);
    return { credit_limit: creditLimit, used, held, charges };
  }

  @Get('invoices')
  @ApiOkResponse({ type: [InvoiceDto] })
  list(@CurrentUser() { userId }: User): InvoiceDto[] {
    return this.invoices.list(userId).map(InvoiceDto.of);
  }

  // Stands where a job of yours would be that runs at the end of each month.
  @Post('invoices')
  @ApiCreatedResponse({ type: InvoiceDto })
  issue(@CurrentUser() { userId }: User): InvoiceDto {
    return InvoiceDto.of(this.invoices.issue(userId));
  }

  // Stands where your payment provider's webhook would be: in earnest, users do not say themselves that they have paid.
  @Post('invoices/:invoiceId/pay')
  @HttpCode(200)
  @ApiOkResponse({ type: InvoiceDto })
  pay(@CurrentUser() { userId }: User, @Param('invoiceId') invoiceId: string): InvoiceDto {
    return InvoiceDto.of(this.invoices.pay(userId, invoiceId));
  }
}
