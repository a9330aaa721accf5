import { VerificationHealthIndicator } from '@dialproof/nestjs';
import { Controller, Get, Module } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { HealthCheck, HealthCheckService, TerminusModule } from '@nestjs/terminus';
import { PhonesModule } from './phones/phones.module.js';
import { Public } from './users/auth.guard.js';

@ApiTags('health')
@Public()
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly verification: VerificationHealthIndicator,
  ) {}

  @Get()
  @HealthCheck()
  check() {
    return this.health.check([() => this.verification.isHealthy('phones')]);
  }
}

/** `GET /health`, for whatever watches the process. */
@Module({ imports: [TerminusModule, PhonesModule], controllers: [HealthController] })
export class HealthModule {}
