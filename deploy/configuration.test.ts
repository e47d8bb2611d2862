import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { problemsOf, type Manifest } from './testing/schemas';

const root = path.resolve(__dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const documentsIn = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as Manifest);

const manifests = readdirSync(path.join(__dirname, 'kubernetes'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'))
  .map((file) => read(`deploy/kubernetes/${file}`));
/** The policies that the documentation has for origins outside of the cluster. */
const documented = /(?<=^```yaml\n)apiVersion: networking[^]*?(?=^```$)/m.exec(
  read('docs/deployment.md'),
)?.[0];

test.each([...manifests, documented ?? ''].flatMap(documentsIn))(
  'the $kind $metadata.name fits the schema of Kubernetes, without a field that it does not know',
  (manifest) => {
    expect(problemsOf(manifest)).toEqual([]);
  },
);

test.each([
  ['a misspelt field', { ports: [{ port: 1, nme: '' }] }, '/spec/ports/0/nme is unknown'],
  ['a wrong type', { ports: [{ port: '1' }] }, 'data/spec/ports/0/port must be integer'],
])('%s would be found', (_, spec, problem) => {
  const service = { apiVersion: 'v1', kind: 'Service', spec };
  expect(problemsOf(service)).toEqual([expect.stringContaining(problem)]);
});

test('no file sets a variable that no document names: nobody would read it', () => {
  const composed = ['docker-compose.yml', 'docker-compose.prod.yml'].map(read);
  const texts = [...composed, ...manifests, read('deploy/kubernetes/kustomization.yaml')].join('\n');
  const names = [...texts.matchAll(/\b[A-Z]+_[A-Z_]*[A-Z]\b(?=\}?:|=|$| *\})/gm)].map(([name]) => name);
  const known = read('docs/settings.md') + read('docs/deployment.md');
  const foreign = /^(?:POSTGRES_|PGDATA$|NET_BIND)/;
  expect(new Set(names.filter((name) => !known.includes(`\`${name}\``) && !foreign.test(name)))).toEqual(
    new Set(),
  );
  expect(names.length).toBeGreaterThan(20);
});

test('the gateway takes the addresses of one IPv6 prefix for one visitor', () => {
  const prefix = new RegExp(/"~(\^.*)" \$prefix;/.exec(read('deploy/gateway.nginx.conf'))?.[1] ?? 'none');
  expect(prefix.exec('2001:db8:0:1:ffff::2')?.groups).toEqual({ prefix: '2001:db8:0:1:' });
  expect(prefix.exec('192.0.2.1')).toBeNull();
});
