import type { HttpContract } from '@dialproof/http';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  Optional,
} from '@nestjs/common';
import type { Parts } from './resolve-parts.js';
import { CONTRACT, PARTS } from './tokens.js';

/** Starts the service when the application has started, and closes it when the application shuts down. */
@Injectable()
export class VerificationLifecycle
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  readonly #parts: Parts;
  readonly #contract: HttpContract | undefined;

  constructor(@Inject(PARTS) parts: Parts, @Optional() @Inject(CONTRACT) contract: HttpContract | undefined) {
    this.#parts = parts;
    this.#contract = contract;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { service, startsService, soleProcess } = this.#parts;
    if (startsService) await service.start({ soleProcess });
  }

  // Nest is about to wait for its open requests, and event streams would keep it waiting.
  beforeApplicationShutdown(): void {
    this.#contract?.close();
  }

  // By now every request has had its reply.
  async onApplicationShutdown(): Promise<void> {
    if (this.#parts.startsService) await this.#parts.service.close();
  }
}
