import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a contract of the one in `packed`, in which the shell passes one prop more to every section of a zone. Resolves to
 * its version, which no running site knows.
 */
export async function newerContract(packed: string, folder: string): Promise<string> {
  await cp(packed, folder, { recursive: true });
  const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const [major = '', minor = ''] = version.split('.');
  const newer = `${major}.${String(Number(minor) + 1)}.0`;
  const change = async (file: string, from: RegExp, to: string) => {
    const text = await readFile(path.join(folder, file), 'utf8');
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${file} has no ${String(from)}`);
    await writeFile(path.join(folder, file), changed);
  };
  await change('package.json', /"version": "[^"]+"/, `"version": "${newer}"`);
  await change('zones.d.ts', /(readonly headingLevel: 2;)/, '$1\n    readonly city: string;');
  return newer;
}
