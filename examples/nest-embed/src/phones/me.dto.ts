import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import type { OwnPhone } from '../users/users.service.js';

export class PhoneDto {
  @ApiProperty({ example: '+1 415 555 0100' })
  @IsString()
  phone!: string;
}

export class OwnPhoneDto {
  @ApiProperty({ example: '+14155550100' })
  phone!: string;

  @ApiProperty({ example: 'wa_registered' })
  status!: string;

  @ApiProperty({ format: 'date-time' })
  checked_at!: string;

  static of({ phone, status, checkedAt }: OwnPhone): OwnPhoneDto {
    return { phone, status, checked_at: new Date(checkedAt).toISOString() };
  }
}

export class MeDto {
  @ApiProperty()
  user_id!: string;

  @ApiProperty()
  email!: string;

  @ApiProperty({ description: 'Whether an invoice is overdue.' })
  suspended!: boolean;

  @ApiProperty({ type: OwnPhoneDto, nullable: true })
  phone!: OwnPhoneDto | null;
}
