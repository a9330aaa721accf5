import type { VerificationService } from '@dialproof/core';

/**
 * The service of an instance before it is made. What is injected waits for it at each call and not when it is injected: otherwise a
 * billing service of the host's that is the ledger and also verifies numbers would wait for itself, for ever and without a word.
 */
export class ServiceToCome {
  readonly service: Promise<VerificationService>;
  #arrive: (service: VerificationService) => void = () => {};

  constructor() {
    this.service = new Promise((resolve) => {
      this.#arrive = resolve;
    });
  }

  arrive(service: VerificationService): void {
    this.#arrive(service);
  }
}
