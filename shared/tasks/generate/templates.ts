import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(__dirname, 'templates');
const ENDING = '.template';

/**
 * The files of a folder of templates, by name. `{{section}}` and its like stand for values, in names as `section` and
 * its like.
 */
export function fill(folder: string, values: object): [file: string, text: string][] {
  const known = new Map(Object.entries(values).map(([name, value]) => [name, String(value)]));
  return readdirSync(path.join(FOLDER, folder)).map((name) => [
    name.slice(0, -ENDING.length).replace(/^element\b/, known.get('element') ?? ''),
    readFileSync(path.join(FOLDER, folder, name), 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const value = known.get(key);
      if (value === undefined) throw new Error(`templates/${folder}/${name} asks for ${key}`);
      return value;
    }),
  ]);
}
