import { type DynamicModule, Module } from '@nestjs/common';
import { DatabaseModule, type Settings } from './database.module.js';
import { HealthModule } from './health.module.js';
import { PhonesModule } from './phones/phones.module.js';
import { UsersModule } from './users/users.module.js';

/** The application: users of its own, and Dialproof. */
@Module({ imports: [UsersModule, PhonesModule, HealthModule] })
// biome-ignore lint/complexity/noStaticOnlyClass: modules of Nest are classes
export class AppModule {
  static forRoot(settings: Settings): DynamicModule {
    return { module: AppModule, imports: [DatabaseModule.forRoot(settings)] };
  }
}
