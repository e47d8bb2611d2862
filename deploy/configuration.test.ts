import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name: string };
}

const root = path.resolve(__dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const manifests = readdirSync(path.join(__dirname, 'kubernetes'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'))
  .map((file) => read(`deploy/kubernetes/${file}`));

/** The schemas of Kubernetes 1.33. (The package's next major version needs Node 22.) */
const MODELS = path.join(__dirname, '../tools/node_modules/kubernetes-models');

/** The problems of a document. The schemas accept unknown fields; the check does not read those. */
function problemsOf(document: Manifest): string[] {
  const { apiVersion, kind } = document;
  const models = createRequire(MODELS)(path.join(MODELS, apiVersion, `${kind}.js`)) as Readonly<
    Record<string, { readonly prototype: { validate(this: object): void } }>
  >;
  const unread = new Set<string>();
  try {
    models[kind]?.prototype.validate.call(watched(document, unread));
  } catch (error) {
    return [String(error)];
  }
  return [...unread].map((field) => `${field} is unknown`);
}

/** The same data. `unread` collects the paths of all fields that were never read. */
function watched(data: object, unread: Set<string>, place = ''): object {
  const fields = Object.entries(data).map(([key, value]: [string, unknown]) => {
    const field = `${place}/${key}`;
    unread.add(field);
    const inner = typeof value === 'object' && value !== null ? watched(value, unread, field) : value;
    const get = () => {
      unread.delete(field);
      return inner;
    };
    return [key, { get, enumerable: true }] as const;
  });
  return Object.defineProperties(Array.isArray(data) ? [] : {}, Object.fromEntries(fields));
}

test.each(
  manifests.flatMap((text) => parseAllDocuments(text)).map((document) => document.toJS() as Manifest),
)('the $kind $metadata.name fits the schema of Kubernetes, without unknown fields', (manifest) => {
  expect(problemsOf(manifest)).toEqual([]);
});

test.each([
  ['a misspelt field', { ports: [{ port: 1, nme: '' }] }, '/spec/ports/0/nme is unknown'],
  ['a wrong type', { ports: [{ port: '1' }] }, 'data/spec/ports/0/port must be integer'],
])('%s is found', (_, spec, problem) => {
  const service = { apiVersion: 'v1', kind: 'Service', spec };
  expect(problemsOf(service)).toEqual([expect.stringContaining(problem)]);
});

test('every variable of a deployment file is documented', () => {
  const composed = ['docker-compose.yml', 'docker-compose.prod.yml'].map(read);
  const texts = [...composed, ...manifests, read('deploy/kubernetes/kustomization.yaml')].join('\n');
  const names = [...texts.matchAll(/\b[A-Z]+_[A-Z_]*[A-Z]\b(?=\}?:|=|$| *\})/gm)].map(([name]) => name);
  const known = read('docs/settings.md') + read('docs/deployment.md');
  const foreign = /^(?:POSTGRES_|PGDATA$|NET_BIND)/;
  const unknown = names.filter((name) => !known.includes(`\`${name}\``) && !foreign.test(name));
  expect(unknown).toEqual([]);
  expect(names.length).toBeGreaterThan(20);
});

test('the gateway treats the addresses of one IPv6 prefix as one visitor', () => {
  const prefix = new RegExp(/"~(\^.*)" \$prefix;/.exec(read('deploy/gateway.nginx.conf'))?.[1] ?? 'none');
  expect(prefix.exec('2001:db8:0:1:ffff::2')?.groups).toEqual({ prefix: '2001:db8:0:1:' });
  expect(prefix.exec('192.0.2.1')).toBeNull();
});
