import type { Authenticator } from '@dialproof/core';
import type { Scope } from '@dialproof/core/model';
import type { HttpRequest } from '../message/http-message.js';
import type { RequestSubject } from '../operations/definition/operation-call.js';
import type { RequestRates } from '../rates/request-rates.js';
import { assertAdmitted, type Caller, callerOf } from './bearer.js';
import { isRefusal } from './lasting-access.js';

export interface SignInParts {
  readonly authenticator: Authenticator;
  readonly trustedOrigins: ReadonlySet<string>;
  /** Null: failed sign-ins are not limited. */
  readonly rates: RequestRates | null;
  /** Undefined if nothing counts by address. */
  readonly address: ((request: object) => string | undefined) | undefined;
}

/** The known facts of a caller. */
export type SignInSubject = Partial<Pick<RequestSubject, 'accountId' | 'refusedSignIn'>>;

/** Identifies the caller of a request, within the limit of failed sign-ins of its address. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /**
   * The caller of a request, whose token needs this scope unless it is null. The caller is written into `subject`, even if the request is
   * then refused. Codes: those of {@link assertAdmitted}, `not_authenticated`, `cross_site_request` and
   * `too_many_requests`.
   */
  async callerOf(request: HttpRequest, scope: Scope | null, subject: SignInSubject = {}): Promise<Caller> {
    try {
      const caller = await this.#knownCaller(request);
      subject.accountId = caller.accountId;
      assertAdmitted(caller, scope);
      return caller;
    } catch (error) {
      if (isRefusal(error)) subject.refusedSignIn = error.code;
      throw error;
    }
  }

  /** {@link RequestRates.limitGuesses} of the address of a request. */
  limitGuesses<Result>(request: HttpRequest, attempt: () => Promise<Result>): Promise<Result> {
    const { rates } = this.#parts;
    return rates === null ? attempt() : rates.limitGuesses(this.addressOf(request), attempt);
  }

  addressOf(request: HttpRequest): string | undefined {
    const { address } = this.#parts;
    // `raw` is the request of the framework whose options these are.
    return address?.(request.raw as object);
  }

  #knownCaller(request: HttpRequest): Promise<Caller> {
    const ask = () => callerOf(this.#parts.authenticator, request, this.#parts.trustedOrigins);
    // Limit it even if the host's middleware has seen the header: it passes unknown tokens on, and may have no limit of its own.
    return request.header('authorization') === undefined ? ask() : this.limitGuesses(request, ask);
  }
}
