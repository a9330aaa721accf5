import type { VerificationExtras, VerificationOptions } from './module-options.js';

type Kind = readonly [kind: string, is: (value: unknown) => boolean];

const EXTRAS: Readonly<Record<keyof VerificationExtras, Kind>> = {
  name: ['a text that is not empty', (value) => typeof value === 'string' && value !== ''],
  path: ['a text', (value) => typeof value === 'string'],
  isGlobal: ['true or false', isBoolean],
  routes: ['true or false', isBoolean],
  registration: ['true or false', isBoolean],
  decorators: ['a list of decorators', (value) => Array.isArray(value) && value.every(isFunction)],
  imports: ['a list', Array.isArray],
};

const OPTIONS: Readonly<Record<string, Kind>> = {
  service: ['what createVerificationService makes', (value) => isFunction(Object(value).verify)],
  account: ['a function', isFunction],
  startsService: ['true or false', isBoolean],
  soleProcess: ['true or false', isBoolean],
  onError: ['a function', isFunction],
};

/** The source of the options of an asynchronous instance, as in every module of Nest. */
const WAYS = ['useFactory', 'useClass', 'useExisting'];
const OF_FACTORIES = [...WAYS, 'inject', 'provideInjectionTokensFrom'];

/** Throws TypeError for options beside the factory of a wrong type. */
export function assertExtras(extras: object): void {
  assertKinds(extras, EXTRAS);
}

/** Throws TypeError unless there is exactly one source of the options, and for members that belong into the options. */
export function assertAsyncOptions(given: object): void {
  const ways = WAYS.filter((way) => Reflect.get(given, way) !== undefined);
  if (ways.length !== 1) throw wrong('give one of useFactory, useClass and useExisting, and not more');
  const stray = Object.keys(given).find((name) => !(name in EXTRAS) && !OF_FACTORIES.includes(name));
  if (stray !== undefined) {
    throw wrong(`there is no option ${stray} beside the factory; return it from the factory`);
  }
}

/** Throws TypeError for invalid options. The contract checks its own options. */
export function assertOptions(options: VerificationOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw wrong(`the options must be an object, not ${String(options)}`);
  }
  const extra = Object.keys(options).find((name) => name in EXTRAS);
  if (extra !== undefined) {
    throw wrong(`option ${extra} shapes the module; give it to forRootAsync itself, not by the factory`);
  }
  if (options.service === undefined) {
    throw wrong('option service is missing; make it with createVerificationService');
  }
  assertKinds(options, OPTIONS);
  if (options.account !== undefined && options.authenticator !== undefined) {
    throw wrong('give an authenticator or account, and not both');
  }
}

function assertKinds(given: object, kinds: Readonly<Record<string, Kind>>): void {
  for (const [name, [kind, is]] of Object.entries(kinds)) {
    const value: unknown = Reflect.get(given, name);
    if (value !== undefined && !is(value)) throw wrong(`option ${name} must be ${kind}`);
  }
}

function wrong(what: string): TypeError {
  return new TypeError(`VerificationModule: ${what}`);
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
