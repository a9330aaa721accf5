import { Inject } from '@nestjs/common';
import { getVerificationToken } from './tokens.js';

/** Injects the {@link Verification} of the instance without a name, or of a named one. */
export function InjectVerification(name?: string): PropertyDecorator & ParameterDecorator {
  return Inject(getVerificationToken(name));
}
