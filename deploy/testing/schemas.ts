import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** A document of any kind. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const MODELS = path.resolve(__dirname, '../tools/node_modules/kubernetes-models');

if (!existsSync(MODELS))
  throw new Error('The schemas of Kubernetes are not here yet: npm run test:unit installs them');

type Models = Readonly<Record<string, { readonly prototype: { validate(this: object): void } }>>;

/**
 * What is wrong with a document by the schemas that Kubernetes publishes, here those of 1.33. (The package's next
 * major version needs Node 22.) They accept unknown fields: those are the fields that the check does not read.
 */
export function problemsOf(document: Pick<Manifest, 'apiVersion' | 'kind'>): string[] {
  const { apiVersion, kind } = document;
  const file = path.join(MODELS, apiVersion, `${kind}.js`);
  if (!existsSync(file)) return [`${apiVersion} ${kind} has no schema here`];
  const unknown = new Set<string>();
  try {
    const models = createRequire(MODELS)(file) as Models;
    models[kind]?.prototype.validate.call(watch(document, unknown));
  } catch (error) {
    return [String(error)];
  }
  return [...unknown].map((field) => `${field} is unknown`);
}

/** The same data; `unread` has the path of every field in it that nobody has read. */
function watch(data: object, unread: Set<string>, place = ''): object {
  const fields = Object.entries(data).map(([key, value]: [string, unknown]) => {
    const field = `${place}/${key}`;
    unread.add(field);
    const watched = typeof value === 'object' && value !== null ? watch(value, unread, field) : value;
    const get = () => {
      unread.delete(field);
      return watched;
    };
    return [key, { get, enumerable: true }] as const;
  });
  return Object.defineProperties(Array.isArray(data) ? [] : {}, Object.fromEntries(fields));
}
