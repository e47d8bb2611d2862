import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';

const MODELS = [
  Deployment,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
  StatefulSet,
];

/**
 * What is wrong with a document by the schemas that Kubernetes publishes, here those of 1.33. (The package's next
 * major version needs Node 22.)
 */
export function problemsOf(document: { readonly apiVersion: string; readonly kind: string }): string[] {
  const { apiVersion, kind } = document;
  const model = MODELS.find((known) => known.apiVersion === apiVersion && known.kind === kind);
  if (!model) return [`${apiVersion} ${kind} has no schema here`];
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
