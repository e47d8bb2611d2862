import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { ServiceSchema } from '@vidlunnia/shared/contracts/schemas';
import type { ContentProblem } from './content-problems';
import { iconProblem } from './icon-problem';
import { schemaProblems } from './schema-problems';

const FILE = 'services.json';
const StrictServiceSchema = Type.Object(ServiceSchema.properties, { additionalProperties: false });

type ServiceEntry = Static<typeof StrictServiceSchema>;

/** Reads `services.json` below the content folder; what is wrong goes to `problems`. */
export async function readServices(folder: string, problems: ContentProblem[]): Promise<ServiceEntry[]> {
  const services: ServiceEntry[] = [];
  for (const [index, entry] of (await readEntries(folder, problems)).entries()) {
    const found = Value.Check(StrictServiceSchema, entry) ? await valueProblems(entry, folder) : undefined;
    const mends = found ?? schemaProblems(StrictServiceSchema, entry);
    problems.push(...mends.map((mend) => ({ file: FILE, mend: `service ${String(index + 1)}: ${mend}` })));
    if (Value.Check(StrictServiceSchema, entry)) services.push(entry);
  }
  return services;
}

async function readEntries(folder: string, problems: ContentProblem[]): Promise<unknown[]> {
  try {
    const entries: unknown = JSON.parse(await readFile(join(folder, FILE), 'utf8'));
    if (Value.Check(Type.Array(Type.Unknown()), entries)) return entries;
    problems.push({ file: FILE, mend: 'write a list of services between [ and ]' });
  } catch (error) {
    problems.push({ file: FILE, mend: error instanceof Error ? error.message : String(error) });
  }
  return [];
}

async function valueProblems(service: ServiceEntry, folder: string): Promise<string[]> {
  const { title, price_from, icon_url } = service;
  const icon = await iconProblem(icon_url, folder);
  return [
    ...(title.trim() === '' ? ['title: write one'] : []),
    ...(price_from === undefined || price_from > 0
      ? []
      : ['price_from: write a number above 0, or leave it out']),
    ...(icon === undefined ? [] : [icon]),
  ];
}
