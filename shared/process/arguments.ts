import { parseArgs, type ParseArgsConfig } from 'node:util';
import { messageOf } from './errors';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads a command's arguments. What stands behind an option is its value, also when it begins with `-`, unless it is
 * itself an option of the command. Throws, in words and with the usage, when they are wrong.
 */
export function readArguments<const Known extends Options = Record<never, never>>(
  args: readonly string[],
  usage: string,
  options: Known = {} as Known,
  { allowPositionals = false } = {},
) {
  const joined: string[] = [];
  const isOption = (arg: string) => Object.keys(options).some((name) => new RegExp(`^--${name}(=|$)`).test(arg));
}
