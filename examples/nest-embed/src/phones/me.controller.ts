import { accountId } from '@dialproof/core';
import { toHttpException, VerificationService } from '@dialproof/nestjs';
import { Body, Controller, ForbiddenException, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { CurrentUser } from '../users/auth.guard.js';
import { type User, UsersService } from '../users/users.service.js';

class PhoneDto {
  @ApiProperty({ example: '+1 415 555 0100' })
  @IsString()
  phone!: string;
}

/** The user, with their own number, which the host's code verifies at their expense. */
@ApiTags('users')
@ApiBearerAuth()
@Controller('me')
export class MeController {
  constructor(
    private readonly users: UsersService,
    private readonly verification: VerificationService,
  ) {}

  @Get()
  async me(@CurrentUser() { userId, email, phone, phoneStatus }: User) {
    const credits = await this.verification.balance(accountId(userId));
    return { user_id: userId, email, credits, phone: phone && { phone, status: phoneStatus } };
  }

  @Post('phone')
  @HttpCode(200)
  async verifyPhone(@CurrentUser() { userId, suspended }: User, @Body() { phone: written }: PhoneDto) {
    // Dialproof refuses suspended accounts only on its own routes. For its own calls, the host decides.
    if (suspended) throw new ForbiddenException('Your account is suspended.');
    try {
      const { phone, status } = await this.verification.verify({
        accountId: accountId(userId),
        phone: written,
      });
      this.users.keepPhone(userId, phone, status);
      return { phone, status };
    } catch (error) {
      throw toHttpException(error);
    }
  }
}
