import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Changes to the files of a tree, all made in memory before any is written. */
export class Draft {
  /** Text of each file that is another one; `null` when it goes. */
  readonly #changed = new Map<string, string | null>();

  constructor(readonly root: string) {}

  read(file: string): string {
    const changed = this.#changed.get(file);
    if (changed === null) throw new Error(`${file} is gone`);
    return changed ?? readFileSync(path.join(this.root, file), 'utf8');
  }

  has(file: string): boolean {
    const changed = this.#changed.get(file);
    return changed === undefined ? existsSync(path.join(this.root, file)) : changed !== null;
  }

  change(file: string, edit: (text: string) => string): void {
    this.#changed.set(file, edit(this.read(file)));
  }

  add(file: string, text: string): void {
    if (this.has(file)) throw new Error(`${file} is there already`);
    this.#changed.set(file, text);
  }

  remove(file: string): void {
    if (this.has(file)) this.#changed.set(file, null);
  }

  /** What is another text than before, or gone. */
  changes(): readonly (readonly [file: string, text: string | null])[] {
    return [...this.#changed].filter(([file, text]) => {
      const place = path.join(this.root, file);
      return text === null ? existsSync(place) : !existsSync(place) || readFileSync(place, 'utf8') !== text;
    });
  }

  /**
   * Writes everything, as `format` has it. What comes to nothing half way, there or in `settle`, leaves the tree as it
   * was.
   */
  async write(
    format: (file: string, text: string) => Promise<string>,
    settle: () => Promise<void> = () => Promise.resolve(),
  ): Promise<string[]> {
    const all = await Promise.all(
      this.changes().map(
        async ([file, text]) => [file, text === null ? null : await format(file, text)] as const,
      ),
    );
    const formatted = all.filter(([file, text]) => this.#onDisk(file) !== text);
    const before = formatted.map(([file]) => [file, this.#onDisk(file)] as const);
    try {
      for (const [file, text] of formatted) this.#put(file, text);
      await settle();
    } catch (error) {
      for (const [file, text] of before) this.#put(file, text);
      throw error;
    }
    return formatted.map(([file]) => file);
  }

  #onDisk(file: string): string | null {
    const place = path.join(this.root, file);
    return existsSync(place) ? readFileSync(place, 'utf8') : null;
  }

  #put(file: string, text: string | null): void {
    const place = path.join(this.root, file);
    if (text !== null) {
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, text);
      return;
    }
    rmSync(place, { force: true });
    for (
      let folder = path.dirname(place);
      folder !== this.root && isEmpty(folder);
      folder = path.dirname(folder)
    ) {
      rmSync(folder, { recursive: true });
    }
  }
}

const isEmpty = (folder: string) =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(folder).length === 0;
