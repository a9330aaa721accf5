import type { Authenticator, VerificationService } from '@dialproof/core';
import type { AccountOfRequest, HttpContractOptions } from '@dialproof/http';
import type { ModuleMetadata } from '@nestjs/common';

/** The parts and settings of an instance, as a factory returns them, with the settings of `createHttpContract`. */
export interface VerificationOptions
  extends Omit<HttpContractOptions, 'service' | 'authenticator' | 'onError'> {
  /** Made by `createVerificationService`. */
  readonly service: VerificationService;
  /** Finds the account by the Bearer token. */
  readonly authenticator?: Authenticator;
  /**
   * Finds the account by the request, on which the host's own guard or middleware has put its user. An instance with routes needs either
   * this or `authenticator`.
   */
  readonly account?: AccountOfRequest;
  /**
   * Whether the service starts when the application has started and closes when it shuts down. Turn it off for a service that
   * something else runs, another instance of the module for example. Default true.
   */
  readonly startsService?: boolean;
  /**
   * Gets every failure that a caller sees as a 5xx or as a broken transfer, with the operation if it is known. Default: the application's
   * logger, in the context `Dialproof`. Failures that no caller sees go to the `onError` of the service.
   */
  readonly onError?: NonNullable<HttpContractOptions['onError']>;
}

/** Makes the options, for `useClass` and `useExisting`. */
export interface VerificationOptionsFactory {
  createVerificationOptions(): VerificationOptions | Promise<VerificationOptions>;
}

/** The options that shape an instance of the module before its providers exist. They stand beside the factory. */
export interface VerificationExtras {
  /** Distinguishes this instance from others: `@InjectVerification(name)`. Default: the one without a name. */
  readonly name?: string | undefined;
  /** The path in front of the contract's paths: `phones` for `/phones/v1/verify`. It may be a pattern of Nest. Default: none. */
  readonly path?: string | undefined;
  /** Whether every module may inject the exports of this one without importing it. Default false. */
  readonly isGlobal?: boolean | undefined;
  /** Whether the HTTP contract is mounted. Without it there is only the service, in a worker for example. Default true. */
  readonly routes?: boolean | undefined;
  /**
   * The host's decorators for the controller of the routes: `Public()`, `SkipThrottle()`, `ApiTags('phones')`, `UseGuards(SessionGuard)`.
   * Their classes inject providers of `imports`. Default none.
   */
  readonly decorators?: readonly ClassDecorator[] | undefined;
  /** The modules that decorators and factories find their providers in. Default none: only global modules. */
  readonly imports?: ModuleMetadata['imports'];
}
