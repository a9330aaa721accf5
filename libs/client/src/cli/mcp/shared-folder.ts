import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { CommandFailure, EXIT_CODES } from '../failures/failure.js';

/** The folder whose files an assistant may send and write. Links out of it are not followed. */
export class SharedFolder {
  /** Without links. */
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async open(path: string): Promise<SharedFolder> {
    return new SharedFolder(await existing(path));
  }

  /** The path of an existing file. */
  async fileToRead(name: string): Promise<string> {
    return this.#inside(await existing(resolve(this.path, name)), name);
  }

  /** The path of a file that does not exist yet. */
  async fileToWrite(name: string): Promise<string> {
    const wanted = resolve(this.path, name);
    const path = this.#inside(join(await existing(dirname(wanted)), basename(wanted)), name);
    const isThere = await lstat(path).then(
      () => true,
      () => false,
    );
    if (isThere) throw new CommandFailure(EXIT_CODES.files, `${name} is there already. Name another file.`);
    return path;
  }

  #inside(path: string, name: string): string {
    const way = relative(this.path, path);
    if (way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return path;
    throw new CommandFailure(
      EXIT_CODES.files,
      `${name} is not in ${this.path}, the folder that the user shares. It is set by --folder when dialproof mcp starts.`,
    );
  }
}

async function existing(path: string): Promise<string> {
  return await realpath(path).catch(() => {
    throw new CommandFailure(EXIT_CODES.files, `There is no ${path}.`);
  });
}
