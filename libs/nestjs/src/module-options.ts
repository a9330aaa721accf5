import type {
  AccountRegistry,
  Authenticator,
  BulkNumberChecker,
  Clock,
  CreditLedger,
  NumberChecker,
  TaskQueue,
  TaskStore,
  VerificationService,
  VerificationServiceOptions,
} from '@dialproof/core';
import type { HttpContractOptions, OperationName } from '@dialproof/http';
import type { CanActivate, InjectionToken, ModuleMetadata, Type } from '@nestjs/common';
import type { AccountOfRequest } from './account-of-request.js';
import type { PortSource } from './port-source.js';

type ServicePorts = 'store' | 'ledger' | 'checker' | 'queue' | 'clock';

/** The parts of a service, with the settings of `createVerificationService`. */
export interface ServiceParts extends Omit<VerificationServiceOptions, ServicePorts | 'onError'> {
  readonly store: PortSource<TaskStore>;
  readonly ledger: PortSource<CreditLedger>;
  readonly checker: PortSource<NumberChecker | BulkNumberChecker>;
  /** Null: nobody calls `work`, the host does it itself. */
  readonly queue: PortSource<TaskQueue> | null;
  /** Default: the machine's clock. */
  readonly clock?: PortSource<Clock>;
  readonly service?: never;
}

/** A service that the host has made itself. */
export interface ReadyService {
  readonly service: PortSource<VerificationService>;
  readonly store?: never;
  readonly ledger?: never;
  readonly checker?: never;
  readonly queue?: never;
  readonly clock?: never;
}

interface Running {
  /**
   * Whether the service starts when the application has started and closes when it shuts down. Turn it off for a service that
   * something else runs, another instance of the module for example. Default true.
   */
  readonly startsService?: boolean;
  /** As in the `StartOptions` of the service: whether no other process works on the same store and ledger. Default false. */
  readonly soleProcess?: boolean;
  /**
   * Is told of every failure that a caller sees as a 5xx or as a broken transfer, with the operation, and of those in the background that
   * no caller sees, each as a `ReportedFailure` of core. Default: the application's logger, in the context `Dialproof`.
   */
  readonly onError?: (error: unknown, context: { readonly operation?: OperationName }) => void;
}

/** Who asks, and the settings of `createHttpContract`. Without routes, only `authenticator` is of any consequence. */
interface Http extends Omit<HttpContractOptions, 'service' | 'authenticator' | 'accounts' | 'onError'> {
  /** Tells the account from the Bearer token. */
  readonly authenticator?: PortSource<Authenticator>;
  /** Tells the account from the request, on which the host's own guard or middleware has put its user. In place of `authenticator`. */
  readonly account?: AccountOfRequest;
  /** Opens accounts for `POST /v1/accounts`. */
  readonly accounts?: PortSource<AccountRegistry>;
}

/** What an instance of the module works with, as a factory may make it. */
export type VerificationOptions = (ServiceParts | ReadyService) & Running & Http;

/** What shapes an instance of the module before anything in it is made. */
export interface VerificationMount {
  /** Tells this instance from others: `@InjectVerification(name)`. Default: the one without a name. */
  readonly name?: string;
  /** In front of the contract's paths, `phones` for `/phones/v1/verify`; may be a pattern of Nest's. Default none. */
  readonly path?: string;
  /** Whether every module may inject what this one exports without importing it. Default false. */
  readonly isGlobal?: boolean;
  /** Whether the HTTP contract is mounted. Without it there is only the service, in a worker for example. Default true. */
  readonly routes?: boolean;
  /** Guards of the host's for the routes, besides its global ones. Their dependencies come from `imports`. Default none. */
  readonly guards?: readonly (Type<CanActivate> | CanActivate)[];
  /** The modules that tokens, guards and factories find their providers in. Default none: only global modules. */
  readonly imports?: NonNullable<ModuleMetadata['imports']>;
}

export type VerificationModuleOptions = VerificationMount & VerificationOptions;

/** Makes the options, for `useClass` and `useExisting`. */
export interface VerificationOptionsFactory {
  createVerificationOptions(): VerificationOptions | Promise<VerificationOptions>;
}

interface AsyncMount extends VerificationMount {
  /** Whether `POST /v1/accounts` is mounted; the factory must then give `accounts`. Default false. */
  readonly registration?: boolean;
}

interface ByFactory {
  /** The providers that `useFactory` is called with. */
  readonly inject?: readonly InjectionToken[];
  // A method, so that a factory may name the types of what it injects.
  useFactory(...injected: readonly unknown[]): VerificationOptions | Promise<VerificationOptions>;
  readonly useClass?: never;
  readonly useExisting?: never;
}

interface ByClass {
  readonly useClass: Type<VerificationOptionsFactory>;
  readonly useFactory?: never;
  readonly useExisting?: never;
  readonly inject?: never;
}

interface ByExisting {
  readonly useExisting: InjectionToken<VerificationOptionsFactory>;
  readonly useFactory?: never;
  readonly useClass?: never;
  readonly inject?: never;
}

export type VerificationModuleAsyncOptions = AsyncMount & (ByFactory | ByClass | ByExisting);
