import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** A service as the compose files write it, as far as tests look at it. */
interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly (string | { readonly source: string })[];
  readonly volumes?: readonly string[];
  readonly profiles?: readonly string[];
  readonly mem_limit?: string;
  readonly stop_grace_period?: string;
  readonly restart?: string;
  readonly healthcheck?: object;
}

/** The text of a file of the repository. */
export const read = (file: string): string => readFileSync(path.resolve(__dirname, '../..', file), 'utf8');

const servicesOf = (file: string) =>
  (parse(read(file), { merge: true }) as { readonly services: Readonly<Record<string, Service>> }).services;

const shared = servicesOf('docker-compose.yml');
const production = servicesOf('docker-compose.prod.yml');

/** The services of production as an engine gets them: variables and volumes of both files together. */
export const services: Readonly<Record<string, Service>> = Object.fromEntries(
  Object.keys({ ...shared, ...production }).map((name) => {
    const [base = {}, own = {}] = [shared[name], production[name]];
    const environment = { ...base.environment, ...own.environment };
    return [
      name,
      { ...base, ...own, environment, volumes: [...(base.volumes ?? []), ...(own.volumes ?? [])] },
    ];
  }),
);

/** Names of the services that production starts by itself. */
export const serviceNames = Object.keys(services).filter((name) => !services[name]?.profiles);
