/** Prints the usage when `--help` asks for it; tells whether it did. */
export function helped(usage: string, args: readonly string[] = process.argv.slice(2)): boolean {
  if (!args.includes('--help')) return false;
  process.stdout.write(`${usage}\n`);
  return true;
}
