import { Inject, type InjectionToken, type Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';

/**
 * A port: the object itself, or the injection token (a class, a string, a symbol) of a provider of the host's that is one. Which of
 * the two is never in doubt, since a port is always an object and a token never is.
 */
export type PortSource<Port extends object> = Port | InjectionToken<Port>;

/**
 * The port behind a source. A token is looked up among what the module of `moduleRef` imports, and what is global; it is waited for
 * if its own factory is still at it. Rejects, naming `option`, when there is no such provider or when it is no singleton.
 */
export async function resolvePort<Port extends object>(
  moduleRef: ModuleRef,
  option: string,
  source: PortSource<Port>,
): Promise<Port> {
  if (typeof source === 'object' && source !== null) return source;
  const { port } = await moduleRef.create(consumerOf<Port>(option, source));
  if (typeof port !== 'object' || port === null) {
    throw new TypeError(
      `option ${option}: the provider ${nameOf(source)} is ${String(port)}, it must be an object`,
    );
  }
  return port;
}

interface Consumer<Port> {
  readonly port: Port;
}

/**
 * A class with one dependency, for Nest to create: the injector alone knows imports, global modules and unfinished providers. Its name
 * is what Nest says when the dependency cannot be found.
 */
function consumerOf<Port extends object>(option: string, token: InjectionToken<Port>): Type<Consumer<Port>> {
  const name = `option "${option}" of VerificationModule`;
  const consumers = {
    [name]: class implements Consumer<Port> {
      readonly port: Port;

      constructor(port: Port) {
        this.port = port;
      }
    },
  };
  // The member was put in above.
  const consumer = consumers[name] as Type<Consumer<Port>>;
  Inject(token)(consumer, undefined, 0);
  return consumer;
}

function nameOf(token: InjectionToken): string {
  return typeof token === 'function' ? token.name : String(token);
}
