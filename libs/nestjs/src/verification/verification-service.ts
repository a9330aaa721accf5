import type { VerificationService as Service } from '@dialproof/core';

/**
 * The class by which Nest injects the service of the instance without a name: `constructor(private readonly verification:
 * VerificationService)`. The injected object is the one that the options have. `@InjectVerification(name)` injects that of a named instance.
 */
// An interface does not exist at run time, so Nest needs the class as a token. It has no members of its own.
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: nobody makes an instance of it
export abstract class VerificationService {}

export interface VerificationService extends Service {}
