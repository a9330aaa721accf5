import type { DialproofError } from '@dialproof/core';

const REFUSAL = Symbol('refusal of a body by a parser of the host');

/** Keeps with a request why a parser of the host has refused its body. */
export function refuseBody(request: object, refusal: DialproofError): void {
  Reflect.set(request, REFUSAL, refusal);
}

/** Why the body of a request was refused, undefined when it was not. */
export function bodyRefusal(request: object): DialproofError | undefined {
  return Reflect.get(request, REFUSAL);
}
