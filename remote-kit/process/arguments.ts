import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Read<Known extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Known; allowPositionals: true }>
>;

/**
 * Reads a command's arguments, as `parseArgs` does, but for one thing: what stands behind an option that takes a text is
 * its value, also when it begins with `-`, unless it is another option of the command. Older public keys begin so.
 */
export function readArguments<const Known extends Options>(
  args: readonly string[],
  options: Known,
): Read<Known> {
  const takesText = (arg: string | undefined) =>
    arg?.startsWith('--') && options[arg.slice(2)]?.type === 'string';
  const isOption = (arg: string) =>
    arg.startsWith('--') && Object.hasOwn(options, arg.slice(2).split('=', 1).join());
  const joined: string[] = [];
  for (const [index, arg] of args.entries()) {
    const option = args[index - 1];
    if (takesText(option) && arg.startsWith('-') && !isOption(arg))
      joined.push(`${joined.pop() ?? ''}=${arg}`);
    else joined.push(arg);
  }
  return parseArgs({ args: joined, options, allowPositionals: true });
}

/** Prints the usage when `--help` asks for it; tells whether it did. */
export function helped(usage: string, args: readonly string[] = process.argv.slice(2)): boolean {
  if (!args.includes('--help')) return false;
  process.stdout.write(`${usage}\n`);
  return true;
}
