import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { InvoicesService } from '../billing/invoices.service.js';
import { CurrentUser } from '../users/auth.guard.js';
import { type User, UsersService } from '../users/users.service.js';
import { MeDto, OwnPhoneDto, PhoneDto } from './me.dto.js';
import { OwnPhoneService } from './own-phone.service.js';

/** Who the user is, with the number of their own. */
@ApiTags('users')
@ApiBearerAuth()
@Controller('me')
export class MeController {
  constructor(
    private readonly users: UsersService,
    private readonly invoices: InvoicesService,
    private readonly ownPhone: OwnPhoneService,
  ) {}

  @Get()
  @ApiOkResponse({ type: MeDto })
  me(@CurrentUser() { userId, email }: User): MeDto {
    const ownPhone = this.users.ownPhone(userId);
    return {
      user_id: userId,
      email,
      suspended: this.invoices.isOverdue(userId),
      phone: ownPhone === undefined ? null : OwnPhoneDto.of(ownPhone),
    };
  }

  @Post('phone')
  @HttpCode(200)
  @ApiOkResponse({ type: OwnPhoneDto })
  async verifyPhone(@CurrentUser() user: User, @Body() { phone }: PhoneDto): Promise<OwnPhoneDto> {
    return OwnPhoneDto.of(await this.ownPhone.verify(user, phone));
  }
}
