/** Prints the usage if the arguments have `--help`; returns whether they do. */
export function helped(usage: string, args: readonly string[] = process.argv.slice(2)): boolean {
  if (!args.includes('--help')) return false;
  process.stdout.write(`${usage}\n`);
  return true;
}
