import { expect, test } from '@jest/globals';
import { problemsOf } from './kubernetes-schemas';

const deployment = (container: object, spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'shell', labels: { any: 'thing' } },
  spec: {
    selector: { matchLabels: { any: 'thing' } },
    template: {
      metadata: { labels: { any: 'thing' } },
      spec: { containers: [{ name: 'shell', image: 'shell', ...container }] },
    },
    ...spec,
  },
});
const CONTAINER = '/spec/template/spec/containers/0';

test('a right document has no problems', () => {
  const probe = { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 2 };
  const limits = { memory: '1Gi', cpu: 1 };
  expect(problemsOf(deployment({ readinessProbe: probe, resources: { limits } }))).toEqual([]);
});

test.each([
  ['a misspelt field', deployment({ readinesProbe: {} }), `${CONTAINER}/readinesProbe is unknown`],
  [
    'one far inside',
    deployment({ livenessProbe: { httpGet: { port: 1, pth: '/' } } }),
    'httpGet/pth is unknown',
  ],
  ['one in a wrong place', deployment({ replicas: 2 }), `${CONTAINER}/replicas is unknown`],
  ['one at the top', { ...deployment({}), specs: {} }, '/specs is unknown'],
  ['a wrong type', deployment({}, { replicas: '2' }), 'data/spec/replicas must be integer'],
  [
    'a wrong word',
    deployment({ imagePullPolicy: 'Sometimes' }),
    'must be equal to one of the allowed values',
  ],
  ['a missing field', deployment({}, { selector: undefined }), 'must have required property selector'],
  ['an unknown kind', { apiVersion: 'apps/v1', kind: 'Deploymnet' }, 'apps/v1 Deploymnet has no schema here'],
])('%s is reported', (_, document, problem) => {
  expect(problemsOf(document)).toEqual([expect.stringContaining(problem)]);
});
