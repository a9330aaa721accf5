import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuthGuard } from './auth.guard.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/** Who the host's users are, and how they are recognised. */
@Module({
  controllers: [UsersController],
  providers: [UsersService, { provide: APP_GUARD, useClass: AuthGuard }],
  exports: [UsersService],
})
export class UsersModule {}
