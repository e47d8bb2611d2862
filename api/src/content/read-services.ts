import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { ServiceSchema, type Service } from '@vidlunnia/contracts/schemas';
import { parseSource, schemaMistakes, type ContentProblem, type Mistake, type Pictures } from './source';

const FILE = 'services.json';
const ServicesSchema = Type.Array(Type.Object(ServiceSchema.properties, { additionalProperties: false }));

/** Reads `services.json` in the content folder; adds errors to `problems`. */
export async function readServices(
  folder: string,
  pictures: Pictures,
  problems: ContentProblem[],
): Promise<Service[]> {
  const source = parseSource(await readFile(join(folder, FILE), 'utf8'), 'json');
  const { value, broken } = source;
  if (broken || !Array.isArray(value)) {
    problems.push({
      file: FILE,
      ...(broken ?? { line: 1, fix: 'write a list of services between [ and ]' }),
    });
    return [];
  }
  const entries: readonly unknown[] = value;
  const services: Service[] = [];
  for (const [index, entry] of entries.entries()) {
    const isService = Value.Check(ServicesSchema.items, entry);
    const mistakes = isService ? valueMistakes(entry, pictures) : schemaMistakes(ServicesSchema.items, entry);
    for (const { path, fix } of mistakes) {
      const line = source.lineOf([index, ...path]);
      problems.push({ file: FILE, line, fix: `service ${String(index + 1)}: ${fix}` });
    }
    if (isService) services.push(entry);
  }
  return services;
}

function valueMistakes({ title, price_from, icon_url }: Service, pictures: Pictures): Mistake[] {
  const icon = iconMistake(icon_url, pictures);
  return [
    ...(title.trim() === '' ? [{ path: ['title'], fix: 'title: write one' }] : []),
    ...(price_from === undefined || price_from > 0
      ? []
      : [{ path: ['price_from'], fix: 'price_from: write a number above 0, or leave it out' }]),
    ...(icon === undefined ? [] : [{ path: ['icon_url'], fix: `icon_url: ${icon}` }]),
  ];
}

const ICON_URL = /^\/api\/(icons\/[a-z0-9-]+\.svg)#([a-z0-9-]+)$/;

/**
 * Pages show a service's icon by `<use href="/api/icons/….svg#…">`, so the file must have a `<symbol>` with that id;
 * one file for all icons is one request.
 */
function iconMistake(url: string, pictures: Pictures): string | undefined {
  const [, file, id] = ICON_URL.exec(url) ?? [];
  if (file === undefined || id === undefined)
    return 'write it like /api/icons/services.svg#smm; icons take the colour of the text, which no other image can';
  const svg = pictures.get(file)?.toString();
  if (svg === undefined) return `there is no ${file}`;
  return new RegExp(`<symbol\\b[^>]*\\sid="${id}"`).test(svg)
    ? undefined
    : `put a <symbol id="${id}"> into ${file}`;
}
