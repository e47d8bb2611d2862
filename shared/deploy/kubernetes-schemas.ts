import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { repositoryRoot } from '../environment/repository';

const MODELS = path.join(repositoryRoot, 'shared/deploy/tools/node_modules/kubernetes-models');

if (!existsSync(MODELS))
  throw new Error('The schemas of Kubernetes are not here yet: npm run test:unit installs them');

const load = createRequire(MODELS);

interface Model {
  readonly prototype: { validate(this: object): void };
}

interface Document {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * What is wrong with a document by the schemas that Kubernetes publishes, here those of 1.33. (The package's next
 * major version needs Node 22.)
 */
export function problemsOf(document: Document): string[] {
  const model = modelOf(document);
  if (!model) return [`${document.apiVersion} ${document.kind} has no schema here`];
  // The schemas leave unknown fields alone. What checks them reads every field that it knows.
  const read = new Set<string>();
  try {
    model.prototype.validate.call(watch(document, (field) => read.add(field)));
  } catch (error) {
    return [String(error)];
  }
  const unknown = fieldsOf(document).filter((field) => !read.has(field));
  return unknown.map((field) => `${field} is unknown`);
}

function modelOf({ apiVersion, kind }: Document): Model | undefined {
  const file = path.join(MODELS, apiVersion, `${kind}.js`);
  return existsSync(file) ? (load(file) as Readonly<Record<string, Model>>)[kind] : undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The same data, which tells the path of every field that is read. */
function watch(data: object, tell: (field: string) => void, place = ''): object {
  return new Proxy(data, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      const field = `${place}/${String(key)}`;
      tell(field);
      return isObject(value) ? watch(value, tell, field) : value;
    },
  });
}

const fieldsOf = (data: object, place = ''): string[] =>
  Object.entries(data).flatMap(([key, value]: [string, unknown]) => {
    const field = `${place}/${key}`;
    return [field, ...(isObject(value) ? fieldsOf(value, field) : [])];
  });
