/** The place at which a handler is mounted. */
export interface MountOptions {
  /**
   * The part of the URL in front of the contract's paths: `/api/phones` for `/api/phones/v1/verify`. It is written as in the URL, with a
   * slash at its beginning and none at its end. Default: none, for hosts that remove their mount from the URL.
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

/** Checks the option. Throws TypeError for a text that no path can begin with. */
export function readBasePath(basePath = ''): string {
  if (basePath === '' || (/^(?:\/[^/?#]+)+$/.test(basePath) && basePath === asInUrl(basePath)))
    return basePath;
  throw new TypeError(
    'basePath must be as it stands in a URL, begin with a slash and not end with one, like "/api/phones"; ' +
      `it is ${JSON.stringify(basePath)}`,
  );
}

/** The path as a URL has it: percent-encoded, without `.` and `..`. */
function asInUrl(path: string): string {
  return new URL(`http://host${path}`).pathname;
}

/** The part of a path below the mount. Empty, which matches no operation, if the path lies elsewhere. */
export function pathBelow(path: string, basePath = ''): string {
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '';
}
