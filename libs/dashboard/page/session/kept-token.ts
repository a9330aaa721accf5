import { forgetText, keepText, keptText } from '../app/kept-text.js';

/**
 * The token of this tab for an API. Each API has its own: a tab may show several mounts of one origin, and a token must not be sent to an
 * API that it was not given for.
 */
export function keptToken(api: string): string | undefined {
  return keptText('tab', nameFor(api));
}

function nameFor(api: string): string {
  return `dialproof-token ${api}`;
}

/** Other tabs answer within milliseconds, or not at all. */
const ANSWER_MS = 200;

/**
 * The token of this browser session. It is kept in the tab's own storage. Tabs of the page share it, so that a second tab is signed in too,
 * and a sign-out signs all tabs out.
 */
export class KeptToken {
  readonly #api: string;
  readonly #channel: BroadcastChannel;
  readonly #onChange: (token: string | undefined) => void;
  #heard = () => {};

  /** `onChange` is called when another tab has signed in or out. */
  constructor(api: string, onChange: (token: string | undefined) => void) {
    this.#api = api;
    this.#onChange = onChange;
    this.#channel = new BroadcastChannel(`dialproof ${api}`);
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => this.#hear(Object(data));
    if (keptToken(api) === undefined) this.#channel.postMessage({ asks: true });
  }

  /** The token of this tab, else of another one. */
  async find(): Promise<string | undefined> {
    if (keptToken(this.#api) === undefined) {
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
        setTimeout(resolve, ANSWER_MS);
        this.#channel.postMessage({ asks: true });
      });
    }
    return keptToken(this.#api);
  }

  keep(token: string): void {
    keepText('tab', nameFor(this.#api), token);
    this.#channel.postMessage({ token });
  }

  /** Forgets it, in all tabs. */
  forget(): void {
    forgetText('tab', nameFor(this.#api));
    this.#channel.postMessage({ signedOut: true });
  }

  close(): void {
    this.#channel.close();
  }

  #hear(message: { asks?: unknown; token?: unknown; signedOut?: unknown }): void {
    const own = keptToken(this.#api);
    if (message.asks === true && own !== undefined) this.#channel.postMessage({ token: own });
    if (typeof message.token === 'string' && message.token !== own) {
      keepText('tab', nameFor(this.#api), message.token);
      this.#onChange(message.token);
      this.#heard();
    }
    if (message.signedOut === true && own !== undefined) {
      forgetText('tab', nameFor(this.#api));
      this.#onChange(undefined);
    }
  }
}
