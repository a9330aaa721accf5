import { type DynamicModule, Module } from '@nestjs/common';
import { BillingModule } from './billing/billing.module.js';
import { DatabaseModule } from './database.module.js';
import { HealthModule } from './health.module.js';
import { PhonesModule } from './phones/phones.module.js';
import { type Settings, SettingsModule } from './settings.module.js';
import { UsersModule } from './users/users.module.js';

/** The application: users and billing of its own, and Dialproof. */
@Module({
  imports: [DatabaseModule, UsersModule, BillingModule, PhonesModule, HealthModule],
})
// biome-ignore lint/complexity/noStaticOnlyClass: modules of Nest are classes
export class AppModule {
  static forRoot(settings: Settings): DynamicModule {
    return { module: AppModule, imports: [SettingsModule.forRoot(settings)] };
  }
}
