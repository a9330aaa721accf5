import type { VerificationService } from '@dialproof/core';

/**
 * The service of an instance before it exists. Injected code waits for it at each call, not when it is injected: a billing service of
 * the host's that is the ledger and also verifies numbers would otherwise wait for itself, for ever and without a word.
 */
export class DeferredService {
  readonly service: Promise<VerificationService>;
  #resolve: (service: VerificationService) => void = () => {};

  constructor() {
    this.service = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  resolve(service: VerificationService): void {
    this.#resolve(service);
  }
}
