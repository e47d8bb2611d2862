import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packedFolder } from '../pack';
import { manifestOf } from '../published';

/** Version of the contract that no running site knows. */
const [major = '', minor = ''] = manifestOf('contracts').version.split('.');
export const NEWER = `${major}.${String(Number(minor) + 1)}.0`;

/** Makes a contract in which the shell passes one prop more to every section of a zone. */
export async function newerContract(folder: string): Promise<void> {
  await cp(path.join(packedFolder, 'contracts'), folder, { recursive: true });
  const change = async (file: string, from: RegExp, to: string) => {
    const text = await readFile(path.join(folder, file), 'utf8');
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${file} has no ${String(from)}`);
    await writeFile(path.join(folder, file), changed);
  };
  await change('package.json', /"version": "[^"]+"/, `"version": "${NEWER}"`);
  await change('contracts/zones.d.ts', /(readonly headingLevel: 2;)/, '$1\n    readonly city: string;');
  await change(
    'declarations.json',
    /("zone": "[^]*?)\\"headingLevel\\"/,
    '$1\\"city\\": string; \\"headingLevel\\"',
  );
}
