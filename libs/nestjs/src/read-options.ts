import type { VerificationServiceOptions } from '@dialproof/core';
import type { HttpContractOptions } from '@dialproof/http';
import type { VerificationOptions } from './module-options.js';
import { isOfMount } from './read-mount.js';

export type ServiceSettings = Omit<
  VerificationServiceOptions,
  'store' | 'ledger' | 'checker' | 'queue' | 'clock' | 'onError'
>;
export type HttpSettings = Omit<HttpContractOptions, 'service' | 'authenticator' | 'accounts' | 'onError'>;

// Records rather than lists, so that a new setting of the service or of the contract has to be named here.
const SERVICE_SETTINGS: Record<keyof ServiceSettings, true> = {
  workSources: true,
  maxRows: true,
  tableLimits: true,
  neutralizeFormulas: true,
  checkConcurrency: true,
  maxCallsPerSecond: true,
  checkDeadlineMs: true,
  checkAttempts: true,
  checkWaitMs: true,
  maxChecksPerAccount: true,
  chunkSize: true,
  maxUploads: true,
  maxUploadsPerAccount: true,
  uploadWaitMs: true,
  leaseMs: true,
  outageAfterMs: true,
  outageTimeoutMs: true,
  closeGraceMs: true,
  tempDirectory: true,
};
const HTTP_SETTINGS: Record<keyof HttpSettings, true> = {
  headers: true,
  maxJsonBytes: true,
  maxFormBytes: true,
  heartbeatMs: true,
  discard: true,
};
const MODULE_OPTIONS: Record<
  Exclude<keyof VerificationOptions, keyof ServiceSettings | keyof HttpSettings>,
  true
> = {
  store: true,
  ledger: true,
  checker: true,
  queue: true,
  clock: true,
  service: true,
  startsService: true,
  soleProcess: true,
  onError: true,
  authenticator: true,
  account: true,
  accounts: true,
};

const REQUIRED_PARTS = ['store', 'ledger', 'checker', 'queue'] as const;

export interface ReadOptions {
  readonly serviceSettings: ServiceSettings;
  readonly httpSettings: HttpSettings;
}

/** The settings among the options, for those who check their values. Throws TypeError for options that do not go together. */
export function readOptions(options: VerificationOptions): ReadOptions {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`VerificationModule: the options must be an object, not ${String(options)}`);
  }
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  assertKnown(given.map(([name]) => name));
  assertService(options, given);
  assertKinds(options);
  if (options.account !== undefined && options.authenticator !== undefined) {
    throw new TypeError('VerificationModule: give an authenticator or account, and not both');
  }
  const within = (names: object) => Object.fromEntries(given.filter(([name]) => name in names));
  return { serviceSettings: within(SERVICE_SETTINGS), httpSettings: within(HTTP_SETTINGS) };
}

function assertKnown(names: readonly string[]): void {
  const mount = names.find((name) => isOfMount(name));
  if (mount !== undefined) {
    throw new TypeError(
      `VerificationModule: option ${mount} shapes the module; give it to forRootAsync itself, not by the factory`,
    );
  }
  const known = { ...SERVICE_SETTINGS, ...HTTP_SETTINGS, ...MODULE_OPTIONS };
  const unknown = names.find((name) => !(name in known));
  if (unknown !== undefined) throw new TypeError(`VerificationModule: there is no option ${unknown}`);
}

function assertKinds({ startsService, soleProcess, account, onError }: VerificationOptions): void {
  const wanted = [
    ['startsService', startsService, 'boolean'],
    ['soleProcess', soleProcess, 'boolean'],
    ['account', account, 'function'],
    ['onError', onError, 'function'],
  ] as const;
  const wrong = wanted.find(([, value, kind]) => value !== undefined && typeof value !== kind);
  if (wrong === undefined) return;
  throw new TypeError(
    `VerificationModule: option ${wrong[0]} must be a ${wrong[2]}, not ${String(wrong[1])}`,
  );
}

function assertService(
  options: VerificationOptions,
  given: readonly (readonly [name: string, value: unknown])[],
): void {
  if (options.service === undefined) {
    const missing = REQUIRED_PARTS.find((part) => options[part] === undefined);
    if (missing === undefined) return;
    const hint = missing === 'queue' ? '; null if you call work() yourself' : '';
    throw new TypeError(
      `VerificationModule: option ${missing} is missing${hint}. Give store, ledger, checker and queue, or a service`,
    );
  }
  const extra = given.find(
    ([name]) => name in SERVICE_SETTINGS || name === 'clock' || REQUIRED_PARTS.some((part) => part === name),
  );
  if (extra === undefined) return;
  throw new TypeError(
    `VerificationModule: option ${extra[0]} is for a service that the module makes; you gave one`,
  );
}
