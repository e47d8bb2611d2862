/** Prints the usage if the arguments have `--help`; returns whether they do. */
export function helped(usage: string, args: readonly string[] = process.argv.slice(2)): boolean {
  if (!args.includes('--help')) return false;
  process.stdout.write(`${usage}\n`);
  return true;
}

/** Rejects options that the usage does not name, before anything is opened or built. The message lists all options. */
export function rejectUnknownOptions(usage: string, args: readonly string[]): void {
  const known: readonly string[] = usage.match(OPTION) ?? [];
  const unknown = args.find((word) => word.startsWith('--') && !known.includes(word.replace(/=.*/s, '')));
  if (unknown === undefined) return;
  const options = [...new Set(known)].join(', ');
  throw new Error(`There is no option ${unknown}; ${options ? `there are ${options}` : 'there are none'}`);
}

const OPTION = /--[a-z][a-z-]*/g;
