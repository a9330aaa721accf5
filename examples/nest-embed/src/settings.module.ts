import type { BulkNumberChecker, NumberChecker, TableLimits } from '@dialproof/core';
import { type DynamicModule, Module } from '@nestjs/common';

/** The settings of this application. */
export interface Settings {
  /** Folder of the databases and of running uploads. */
  readonly dataDirectory: string;
  /** Default: the sandbox, whose answers are made up. */
  readonly checker?: NumberChecker | BulkNumberChecker;
  /** Limits of Dialproof's. Default: its own. */
  readonly limits?: {
    readonly maxRows?: number;
    readonly tableLimits?: Partial<TableLimits>;
    readonly checkAttempts?: number;
    readonly outageTimeoutMs?: number;
  };
}

/** The injection token of the settings. */
export const SETTINGS = Symbol('settings');

@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: modules of Nest are classes
export class SettingsModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      providers: [{ provide: SETTINGS, useValue: settings }],
      exports: [SETTINGS],
    };
  }
}
