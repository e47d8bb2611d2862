import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { api, remoteList, shell } from '@vidlunnia/remote-kit/environment/topology';
import { parse } from 'yaml';
import { read, serviceNames, services } from './testing/compose';
import {
  documentsIn,
  generated,
  manifests,
  ofKind,
  places,
  selected,
  variablesOf,
  workloads,
  type Manifest,
} from './testing/kubernetes';
import { problemsOf } from './testing/schemas';

const guide = read('docs/deployment.md');
/** Network policies that the documentation has for origins outside of the cluster. */
const outside = documentsIn(/(?<=^```yaml\n)apiVersion: networking[^]*?(?=^```$)/m.exec(guide)?.[0] ?? '');

describe('the schemas', () => {
  const service = (spec: object) => ({ apiVersion: 'v1', kind: 'Service', spec });
  test.each([
    ['a misspelt field', service({ ports: [{ port: 1, nme: '' }] }), '/spec/ports/0/nme is unknown'],
    ['a wrong type', service({ ports: [{ port: '1' }] }), 'data/spec/ports/0/port must be integer'],
    ['an unknown kind', { apiVersion: 'v1', kind: 'Servce' }, 'v1 Servce has no schema here'],
  ])('find %s', (_, document, problem) => {
    expect(problemsOf(document)).toEqual([expect.stringContaining(problem)]);
  });

  test.each([...manifests, ...outside])('find nothing in the $kind $metadata.name', (manifest) => {
    expect(problemsOf(manifest)).toEqual([]);
  });
});

test.each(places.filter((place) => !place.endsWith('kustomization.yaml')))('%s is deployed', (place) => {
  const { dir, base } = path.parse(place);
  const owner = place === 'remote' ? 'mfe-home' : dir;
  expect(read(path.join('deploy/kubernetes', owner, 'kustomization.yaml'))).toContain(base);
});

test('the name of a remote replaces every “remote” of what remotes share', () => {
  const text = read('deploy/kubernetes/remote/kustomization.yaml');
  const { replacements } = parse(text) as {
    readonly replacements: readonly {
      readonly targets: readonly { readonly fieldPaths: readonly string[] }[];
    }[];
  };
  const replaced = replacements.flatMap(({ targets }) => targets.flatMap(({ fieldPaths }) => fieldPaths));
  const shared = JSON.stringify(documentsIn(read('deploy/kubernetes/remote/remote.yaml')));
  expect(shared.match(/\bremote\b/g)).toHaveLength(replaced.length);
});

test.each([shell, api, ...remoteList])('$folder is reached by its name at its port', ({ folder, port }) => {
  const service = ofKind('Service').find(({ metadata }) => metadata.name === folder);
  expect(service?.spec?.ports).toMatchObject([{ port }]);
});

/** The service of compose that is the same as a workload. */
const serviceOf = (workload: string) => (workload === 'remote' ? 'mfe-home' : workload);

test('every service of compose that runs on has its workload', () => {
  const teams: readonly string[] = remoteList.map(({ folder }) => folder);
  const running = serviceNames.filter((name) => services[name]?.restart !== 'no' && !teams.includes(name));
  expect(workloads.map(({ name }) => name).sort()).toEqual([...running, 'remote'].sort());
});

const containers = workloads.flatMap(({ name, pod, container }) => [
  [serviceOf(name), container] as const,
  ...(pod.initContainers ?? []).map(
    (init) => [init.name === 'release' ? 'mfe-home-release' : init.name, init] as const,
  ),
]);

test.each(containers)('%s has the memory and the variables that it has in compose', (name, container) => {
  const { environment = {}, mem_limit = '' } = services[name] ?? {};
  expect(container.resources.limits.memory).toBe(`${mem_limit.toUpperCase()}i`);
  // The site's own address differs; `releases` and `rollback` are not used here.
  const { SITE_URL: _, ...variables } = environment;
  const defaults = Object.entries(variables).map(
    ([key, value]) => [key, value.replace(/\$\{\w+:-(.*)\}/, '$1')] as const,
  );
  expect(variablesOf(container)).toMatchObject(Object.fromEntries(defaults));
});

test.each(workloads)('$name has time to stop, and probes that help', ({ name, pod, container }) => {
  const pause = container.lifecycle?.preStop.sleep.seconds ?? 0;
  const grace = `${String(pod.terminationGracePeriodSeconds - pause)}s`;
  expect(grace).toBe(services[serviceOf(name)]?.stop_grace_period);
  const { readinessProbe: ready, livenessProbe: alive } = container;
  expect(ready).toBeDefined();
  // A slow database that is killed gets slower.
  expect(alive === undefined).toBe(name === 'postgres');
  // While PostgreSQL is down, the API has to say so to visitors; a shell that cannot render is not helped by a restart.
  expect([ready?.httpGet?.path, alive?.httpGet?.path]).not.toContain('/api/health');
  expect(alive?.httpGet?.path).not.toBe('/readyz');
});

describe('the network', () => {
  const policies = ofKind('NetworkPolicy').map(({ spec }) => ({
    ...spec,
    parts: selected(spec?.podSelector),
  }));
  type Peers = NonNullable<NonNullable<Manifest['spec']>['egress']>[number]['to'];
  const pairs = (peersOf: (policy: (typeof policies)[number]) => readonly (Peers | undefined)[]) =>
    policies.flatMap((policy) =>
      policy.parts.flatMap((part) =>
        peersOf(policy)
          .flatMap((peers = []) => peers.flatMap(({ podSelector }) => selected(podSelector)))
          .map((other) => [part, other] as const),
      ),
    );

  test('lets each part call what it needs, and nothing else', () => {
    const wanted = ['api > postgres', 'gateway > shell', 'shell > api', 'shell > remote'];
    const calls = pairs(({ egress = [] }) => egress.map(({ to }) => to));
    const callers = pairs(({ ingress = [] }) => ingress.map(({ from }) => from));
    expect(calls.map(([part, other]) => `${part} > ${other}`).sort()).toEqual(wanted);
    expect(callers.map(([part, other]) => `${other} > ${part}`).sort()).toEqual(wanted);
  });

  test('is closed otherwise: anybody reaches the gateway alone', () => {
    expect(policies.map(({ parts }) => parts.length)).toContain(workloads.length);
    const open = policies.filter(({ ingress }) => ingress?.some(({ from }) => !from));
    expect(open.flatMap(({ parts }) => parts)).toEqual(['gateway']);
  });

  test('opens to origins outside for the shell alone, as the documentation has it', () => {
    expect(outside.flatMap(({ spec }) => selected(spec?.podSelector))).toEqual(['shell']);
  });
});

test('the documentation makes every Secret and ConfigMap that a pod needs', () => {
  const mounted = workloads.flatMap(({ pod }) =>
    (pod.volumes ?? []).flatMap(({ secret, configMap }) => secret?.secretName ?? configMap?.name ?? []),
  );
  const keys = remoteList.map(({ folder }) => `${folder}-key`);
  const needed = new Set([...mounted, ...keys]);
  for (const name of ['remote-key', ...generated.map((each) => each.name)]) needed.delete(name);
  const made = guide.matchAll(/^kubectl create (?:secret generic|configmap) (\S+)/gm);
  expect([...needed].sort()).toEqual([...made].map(([, name]) => name).sort());
});
