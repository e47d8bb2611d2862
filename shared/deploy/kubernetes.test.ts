import { describe, expect, test } from '@jest/globals';
import { api, remoteList, shell } from '../environment/topology';
import { production, productionNames, productionService, read } from './compose-files';
import {
  fileNames,
  kustomization,
  manifests,
  ofKind,
  readFile,
  selected,
  workloads,
} from './kubernetes-files';
import { problemsOf } from './kubernetes-schemas';

describe('the documents', () => {
  test.each(manifests.map((manifest) => [manifest.kind, manifest.metadata?.name, manifest] as const))(
    '%s %s keeps to its schema',
    (_kind, _name, manifest) => {
      expect(problemsOf(manifest)).toEqual([]);
    },
  );

  test('are those of all files of the folder', () => {
    const files = kustomization.configMapGenerator.flatMap((generated) => generated.files ?? []);
    const named = ['kustomization.yaml', ...kustomization.resources, ...files];
    expect(named.sort()).toEqual(fileNames);
  });

  test('have names of their own and one namespace', () => {
    const names = manifests.map(({ kind, metadata }) => `${kind} ${String(metadata?.name)}`);
    expect(new Set(names).size).toBe(names.length);
    expect(ofKind('Namespace').map(({ metadata }) => metadata?.name)).toEqual([kustomization.namespace]);
  });
});

describe('the images', () => {
  const used = workloads.flatMap(({ pod }) =>
    [...(pod.initContainers ?? []), ...pod.containers].map(({ image }) => image),
  );

  test('have each one line for their registry and tag; PostgreSQL’s is compose’s', () => {
    const ours = used.filter((image) => image?.startsWith('vidlunnia/'));
    const listed = kustomization.images.map(({ name }) => name);
    expect(listed.sort()).toEqual([...new Set(ours)].sort());
    const others = used.filter((image) => !ours.includes(image));
    expect(others).toEqual([productionService('postgres').image]);
  });
});

describe('the parts', () => {
  test('are those of compose', () => {
    const running = productionNames.filter((name) => production.services[name]?.['restart'] !== 'no');
    expect(workloads.map(({ name }) => name).sort()).toEqual([...running].sort());
  });

  test.each([shell, api, ...remoteList])('$folder is reached by its name at its port', ({ folder, port }) => {
    const service = ofKind('Service').find(({ metadata }) => metadata?.name === folder);
    expect(service?.spec?.ports).toEqual([{ name: 'http', port, targetPort: 'http' }]);
  });

  test.each([shell, api])('$folder listens at its port', ({ folder, port }) => {
    const container = workloads.find(({ name }) => name === folder)?.container;
    expect(container?.ports).toEqual([{ name: 'http', containerPort: port }]);
  });

  test.each(ofKind('Service'))('what $metadata.name stands for has the port', ({ metadata, spec }) => {
    expect(selected(spec?.selector)).toEqual([metadata?.name]);
    const { container } = workloads.find(({ name }) => name === metadata?.name) ?? {};
    const ports = (container?.ports ?? []).map(({ name }) => name);
    expect(ports).toEqual((spec?.ports ?? []).map(({ targetPort }) => targetPort));
  });

  // Of one address there is nowhere to repeat a request.
  test.each([shell, api])('the name of $folder stands for every replica', ({ folder }) => {
    const service = ofKind('Service').find(({ metadata }) => metadata?.name === folder);
    expect(service?.spec?.clusterIP).toBe('None');
  });
});

describe('the gateway', () => {
  test('finds the shell in its namespace', () => {
    const address = `${shell.folder}.${kustomization.namespace}.svc.cluster.local:${String(shell.port)}`;
    expect(readFile('gateway.conf')).toContain(`default ${address};`);
  });

  test('has its surroundings where it looks for them', () => {
    const mounts = workloads.find(({ name }) => name === 'gateway')?.container.volumeMounts ?? [];
    const mounted = mounts.find(({ subPath }) => subPath === 'gateway.conf')?.mountPath;
    expect(read('shared/deploy/gateway.nginx.conf')).toContain(`include ${String(mounted)};`);
  });
});

test('what has to be there before is what the documentation makes', () => {
  const generated = kustomization.configMapGenerator.map(({ name }) => name);
  const mounted = workloads.flatMap(({ pod }) =>
    (pod.volumes ?? []).flatMap(({ secret, configMap }) => secret?.secretName ?? configMap?.name ?? []),
  );
  const made = read('docs/deployment.md').matchAll(/^kubectl create (?:secret generic|configmap) (\S+)/gm);
  const needed = new Set(mounted.filter((name) => !generated.includes(name)));
  expect([...needed].sort()).toEqual([...made].map(([, name]) => name).sort());
});
