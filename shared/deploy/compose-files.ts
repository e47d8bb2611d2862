import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../environment/repository';

/** A service as the compose files write it, as far as tests look at it. */
export interface Service {
  readonly image?: string;
  readonly build?: {
    readonly context: string;
    readonly dockerfile: string;
    readonly args?: Readonly<Record<string, string>>;
  };
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly (string | { readonly source: string; readonly target: string })[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly [key: string]: unknown;
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets?: Readonly<Record<string, unknown>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
  readonly networks?: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

export const read = (file: string): string => readFileSync(path.join(repositoryRoot, file), 'utf8');

const parseFile = (file: string) => parse(read(file), { merge: true }) as ComposeFile;

/** What development and production share, and either of them. */
export const shared = parseFile('docker-compose.yml');
export const development = parseFile('docker-compose.override.yml');
export const production = parseFile('docker-compose.prod.yml');

/** A service of production as an engine gets it: both files' entries, variables and volumes together. */
export function productionService(name: string): Service {
  const [base = {}, own = {}] = [shared.services[name], production.services[name]];
  return {
    ...base,
    ...own,
    environment: { ...base.environment, ...own.environment },
    volumes: [...(base.volumes ?? []), ...(own.volumes ?? [])],
  };
}

/** Names of the services that production starts by itself. */
export const productionNames: readonly string[] = [
  ...new Set([...Object.keys(shared.services), ...Object.keys(production.services)]),
].filter((name) => !productionService(name).profiles);
