import { forgetText, keepText, keptText } from '../app/kept-text.js';

const KEPT_AS = 'dialproof-token';

/** The token of this tab. */
export function keptToken(): string | undefined {
  return keptText('tab', KEPT_AS);
}

/**
 * The token of this browser session. It stays in the tab's own storage; tabs of the page tell it to one another, so that a second tab is
 * signed in too, and a sign-out is one of all tabs.
 */
export class KeptToken {
  readonly #channel: BroadcastChannel;
  readonly #onChange: (token: string | undefined) => void;

  /** `api` keeps the tokens of several mounts of one origin apart. */
  constructor(api: string, onChange: (token: string | undefined) => void) {
    this.#onChange = onChange;
    this.#channel = new BroadcastChannel(`dialproof ${api}`);
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => this.#hear(Object(data));
    if (keptToken() === undefined) this.#channel.postMessage({ asks: true });
  }

  keep(token: string): void {
    keepText('tab', KEPT_AS, token);
    this.#channel.postMessage({ token });
  }

  /** Forgets it, in all tabs. */
  forget(): void {
    forgetText('tab', KEPT_AS);
    this.#channel.postMessage({ signedOut: true });
  }

  close(): void {
    this.#channel.close();
  }

  #hear(message: { asks?: unknown; token?: unknown; signedOut?: unknown }): void {
    const own = keptToken();
    if (message.asks === true && own !== undefined) this.#channel.postMessage({ token: own });
    if (typeof message.token === 'string' && message.token !== own) {
      keepText('tab', KEPT_AS, message.token);
      this.#onChange(message.token);
    }
    if (message.signedOut === true && own !== undefined) {
      forgetText('tab', KEPT_AS);
      this.#onChange(undefined);
    }
  }
}
