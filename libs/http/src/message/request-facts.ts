import type { MountOptions } from './base-path.js';

/** Facts of a request that only the host knows. */
export interface RequestFacts extends MountOptions {
  /** The framework's own request, for the authenticator. Default: the request as it was handed over. */
  readonly raw?: unknown;
  /** The path below the mount, still percent-encoded. Default: that of the request's `url`, without the `basePath`. */
  readonly path?: string | undefined;
}
