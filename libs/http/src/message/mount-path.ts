/** Where a handler is mounted. */
export interface MountOptions {
  /**
   * What stands in front of the contract's paths in the URLs that the host hands on: `/api/phones` where `/api/phones/v1/verify` is to
   * be answered. As it stands in the URL, with a slash at its beginning and none at its end. Default: nothing, for hosts that take
   * their mount off.
   */
  readonly basePath?: string | undefined;
}

/** Facts of a request that only the host knows. */
export interface RequestFacts extends MountOptions {
  /** The framework's own request, for the authenticator. Default: the request as it was handed over. */
  readonly raw?: unknown;
  /** The path below the mount, still percent-encoded. Default: that of the request's `url`, without the `basePath`. */
  readonly path?: string | undefined;
}

/** The option checked. Throws TypeError for what could never stand in front of a path. */
export function readBasePath(basePath = ''): string {
  if (basePath === '' || (/^(?:\/[^/?#]+)+$/.test(basePath) && basePath === asInUrl(basePath)))
    return basePath;
  throw new TypeError(
    'basePath must be as it stands in a URL, begin with a slash and not end with one, like "/api/phones"; ' +
      `it is ${JSON.stringify(basePath)}`,
  );
}

/** With what a URL has in place of spaces, of letters beyond ASCII and of dots for folders. */
function asInUrl(path: string): string {
  return new URL(`http://host${path}`).pathname;
}

/** The part of a path below this place; empty, which is the path of nothing, when it lies elsewhere. */
export function pathBelow(path: string, basePath = ''): string {
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '';
}
