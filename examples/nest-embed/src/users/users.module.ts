import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuthGuard } from './auth.guard.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/** The host's users, and their sign-in. */
@Module({
  controllers: [UsersController],
  providers: [UsersService, { provide: APP_GUARD, useClass: AuthGuard }],
  exports: [UsersService],
})
export class UsersModule {}
