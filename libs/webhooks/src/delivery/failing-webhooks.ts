/** The most webhooks that are remembered. One that is forgotten while it fails is reported once more. */
const MAX_REMEMBERED = 10_000;

/** The webhooks that this process has reported as failing. */
export class FailingWebhooks {
  readonly #ids = new Set<string>();

  /** Returns whether it was not known to fail. */
  note(webhookId: string): boolean {
    if (this.#ids.has(webhookId)) return false;
    this.#ids.add(webhookId);
    const [oldest] = this.#ids;
    if (this.#ids.size > MAX_REMEMBERED && oldest !== undefined) this.#ids.delete(oldest);
    return true;
  }

  /** It works, or nothing is delivered to it any more. */
  forget(webhookId: string): void {
    this.#ids.delete(webhookId);
  }
}
