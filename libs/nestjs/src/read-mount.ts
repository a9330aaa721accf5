import type { VerificationMount } from './module-options.js';

/** As VerificationMount, where members may also be there and undefined. */
export type Mount = { readonly [Key in keyof VerificationMount]?: VerificationMount[Key] | undefined } & {
  readonly registration?: boolean | undefined;
};

const WANTED: Record<keyof Mount, readonly [kind: string, is: (value: unknown) => boolean]> = {
  name: ['a text that is not empty', (value) => typeof value === 'string' && value !== ''],
  path: ['a text', (value) => typeof value === 'string'],
  isGlobal: ['true or false', isBoolean],
  routes: ['true or false', isBoolean],
  guards: ['a list', Array.isArray],
  imports: ['a list', Array.isArray],
  registration: ['true or false', isBoolean],
};

/** Whether an option shapes the module, and so cannot come from a factory. */
export function isOfMount(name: string): boolean {
  return name in WANTED;
}

/** Throws TypeError where what shapes a module is not of the kind that it must be. */
export function assertMount(mount: Mount): void {
  for (const [name, [kind, is]] of Object.entries(WANTED)) {
    const value: unknown = Reflect.get(mount, name);
    if (value === undefined || is(value)) continue;
    throw new TypeError(`VerificationModule: option ${name} must be ${kind}`);
  }
}

/** Throws TypeError for options of `forRootAsync` that are neither of the mount nor one of the ways to make the others. */
export function assertAsyncOptions(given: object): void {
  const ways = ['useFactory', 'useClass', 'useExisting', 'inject'];
  const unknown = Object.keys(given).find((name) => !isOfMount(name) && !ways.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(
    `VerificationModule.forRootAsync: there is no option ${unknown}; what is not about the module itself comes from the factory`,
  );
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}
