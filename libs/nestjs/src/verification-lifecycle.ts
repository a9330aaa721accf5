import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Parts } from './resolve-parts.js';
import { PARTS } from './tokens.js';

/** Starts the service when the application has started, and closes it when the application shuts down. */
@Injectable()
export class VerificationLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #parts: Parts;

  constructor(@Inject(PARTS) parts: Parts) {
    this.#parts = parts;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { service, startsService, soleProcess } = this.#parts;
    if (startsService) await service.start({ soleProcess });
  }

  // By now Nest has waited for its HTTP server: every request has had its reply.
  async onApplicationShutdown(): Promise<void> {
    if (this.#parts.startsService) await this.#parts.service.close();
  }
}
