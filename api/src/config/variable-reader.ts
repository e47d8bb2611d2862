import { readFileSync } from 'node:fs';
import { EnvironmentError } from '@vidlunnia/shared/environment';

/** Reads variables and collects what is wrong with them, so that one message can name it all. */
export class VariableReader {
  readonly #problems: string[] = [];

  constructor(private readonly variables: NodeJS.ProcessEnv) {}

  /** Text of a variable; unset and empty are the same. */
  text(name: string): string | undefined {
    const text = this.variables[name];
    return text === '' ? undefined : text;
  }

  /** A whole number from `min` to `max`. */
  integer(name: string, fallback: number, min: number, max: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    this.reject(name, `must be a whole number from ${String(min)} to ${String(max)}`);
    return fallback;
  }

  /** A text that `accepts`; `rule` says what it must be. */
  checked(name: string, fallback: string, accepts: (text: string) => boolean, rule: string): string {
    const text = this.text(name) ?? fallback;
    if (!accepts(text)) this.reject(name, rule);
    return text;
  }

  /** Text of the file that a variable names, as container engines hand secrets over; a last line end is not part of it. */
  secret(name: string): string | undefined {
    const file = this.text(name);
    if (file === undefined) return undefined;
    const text = readIfThere(file)?.replace(/\r?\n$/, '');
    if (text === undefined || text === '')
      this.reject(name, 'must name a file that can be read and is not empty');
    return text;
  }

  /** @throws EnvironmentError naming every wrong variable read so far */
  finish(): void {
    if (this.#problems.length > 0) throw new EnvironmentError(this.#problems);
  }

  /** The value is not repeated: it may hold a password. */
  reject(name: string, rule: string): void {
    this.#problems.push(`${name} ${rule}`);
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
