import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { BillingModule } from '../billing/billing.module.js';
import { AuthGuard } from './auth.guard.js';
import { TokensService } from './tokens.service.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/** Who the host's users are, and how they are recognised. */
@Module({
  imports: [BillingModule],
  controllers: [UsersController],
  providers: [UsersService, TokensService, { provide: APP_GUARD, useClass: AuthGuard }],
  exports: [UsersService, TokensService],
})
export class UsersModule {}
