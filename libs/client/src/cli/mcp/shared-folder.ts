import { open, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { CommandFailure, EXIT_CODES } from '../failures/failure.js';

/** The folder whose tables an assistant may send, and to which it may add results. Links out of it are not followed. */
export class SharedFolder {
  /** The real path, without links. */
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  static async open(path: string): Promise<SharedFolder> {
    const found = await realpath(path).catch(() => undefined);
    if (found === undefined) throw refused(`There is no folder ${path}.`);
    return new SharedFolder(found);
  }

  /** The path of an existing .csv or .xlsx file. */
  async fileToRead(name: string): Promise<string> {
    const path = await this.#existing(resolve(this.#path, name), name);
    // Reading a pipe would wait for its writer.
    if (!(await stat(path)).isFile()) throw refused(`${name} is not a file.`);
    return path;
  }

  /**
   * Runs `write` with the path of a new, empty .csv or .xlsx file, so that nobody else takes the name. The file is removed if `write`
   * fails.
   */
  async withNewFile<Answer>(name: string, write: (path: string) => Promise<Answer>): Promise<Answer> {
    const wanted = resolve(this.#path, name);
    const path = join(await this.#existing(dirname(wanted), name, wanted), basename(wanted));
    const file = await open(path, 'wx').catch(() => {
      throw refused(`${name} is there already, or cannot be written. Name another file.`);
    });
    await file.close();
    try {
      return await write(path);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  /** `path` without links. All paths outside of the folder get the same refusal, which does not show what exists there. */
  async #existing(path: string, name: string, file = path): Promise<string> {
    if (!/\.(?:csv|xlsx)$/i.test(file)) throw refused(`${name} is not named .csv or .xlsx.`);
    this.#assertInside(file, name);
    const found = await realpath(path).catch(() => undefined);
    if (found === undefined) throw refused(`There is no ${name} in the folder that the user shares.`);
    this.#assertInside(file === path ? found : join(found, basename(file)), name);
    return found;
  }

  #assertInside(path: string, name: string): void {
    const way = relative(this.#path, path);
    if (way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return;
    throw refused(
      `${name} is not in the folder that the user shares. It is set by --folder when dialproof mcp starts.`,
    );
  }
}

function refused(message: string): CommandFailure {
  return new CommandFailure(EXIT_CODES.files, message);
}
