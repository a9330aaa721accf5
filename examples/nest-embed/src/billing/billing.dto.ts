import { type HoldId, taskOfHold } from '@dialproof/core';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, Min } from 'class-validator';
import type { Charge, Invoice } from './invoices.service.js';

export class StatementQueryDto {
  @ApiProperty({ required: false, description: 'The last charge_id that the caller has.' })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  after?: number;
}

export class ChargeDto {
  @ApiProperty()
  charge_id!: number;

  @ApiProperty({ format: 'date-time' })
  charged_at!: string;

  @ApiProperty()
  credits!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The file that was verified; null: a single number.',
  })
  task_id!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Null until it is on an invoice.' })
  invoice_id!: string | null;

  static of({ chargeId, chargedAt, credits, holdId, invoiceId }: Charge): ChargeDto {
    return {
      charge_id: chargeId,
      charged_at: new Date(chargedAt).toISOString(),
      credits,
      // Dialproof made it, and charges name nothing else.
      task_id: taskOfHold(holdId as HoldId) ?? null,
      invoice_id: invoiceId,
    };
  }
}

export class StatementDto {
  @ApiProperty({ description: 'What may be used and held together before an invoice is paid.' })
  credit_limit!: number;

  @ApiProperty({ description: 'Charged, and not paid for yet.' })
  used!: number;

  @ApiProperty({ description: 'Set aside for files under way.' })
  held!: number;

  @ApiProperty({ type: [ChargeDto] })
  charges!: ChargeDto[];
}

export class InvoiceDto {
  @ApiProperty()
  invoice_id!: string;

  @ApiProperty()
  credits!: number;

  @ApiProperty()
  amount_cents!: number;

  @ApiProperty({ format: 'date-time' })
  issued_at!: string;

  @ApiProperty({ format: 'date-time' })
  due_at!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  paid_at!: string | null;

  static of({ invoiceId, credits, cents, issuedAt, dueAt, paidAt }: Invoice): InvoiceDto {
    return {
      invoice_id: invoiceId,
      credits,
      amount_cents: cents,
      issued_at: new Date(issuedAt).toISOString(),
      due_at: new Date(dueAt).toISOString(),
      paid_at: paidAt === null ? null : new Date(paidAt).toISOString(),
    };
  }
}
