import { describe, expect, test } from '@jest/globals';
import { remoteList, type Remote } from '../environment/topology';
import { readFile, selected, workloads } from './kubernetes-files';

/** The team's file without what is the team's. */
const neutral = ({ folder, port }: Remote) =>
  readFile(`${folder}.yaml`)
    .replaceAll(folder, 'TEAM')
    .replace(`port: ${String(port)},`, 'port: PORT,');

test('the teams’ files are alike', () => {
  expect(new Set(remoteList.map(neutral)).size).toBe(1);
});

describe.each(remoteList.map(({ folder }) => folder))('the origin %s', (folder) => {
  const { manifest, pod, container } = workloads.find(({ name }) => name === folder) ?? {};
  const [release] = pod?.initContainers ?? [];
  const mounts = [...(release?.volumeMounts ?? []), ...(container?.volumeMounts ?? [])];
  const mountAt = (path: string) => mounts.find(({ mountPath }) => mountPath === path);
  const volumeAt = (path: string) => pod?.volumes?.find(({ name }) => name === mountAt(path)?.name);

  test('publishes its own release, signed with its own key, into what it serves', () => {
    expect(release?.image).toBe(`vidlunnia/${folder}-release`);
    expect(volumeAt('/run/secrets')?.secret).toEqual({ secretName: `${folder}-key` });
    const claim = { claimName: `${folder}-releases` };
    expect(volumeAt(`/data/origins/${folder}`)?.persistentVolumeClaim).toEqual(claim);
    expect(volumeAt('/releases')?.persistentVolumeClaim).toEqual(claim);
  });

  test('may not write what it serves, and does not see the key', () => {
    expect(mountAt('/releases')?.readOnly).toBe(true);
    expect(container?.volumeMounts?.map(({ name }) => name)).not.toContain('key');
  });

  // Both mount the volume meanwhile, which one node alone may.
  test('is replaced where it runs, the new one first', () => {
    expect(manifest?.spec).toMatchObject({
      strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    });
    const terms = pod?.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    expect(terms.map(({ topologyKey }) => topologyKey)).toEqual(['kubernetes.io/hostname']);
    expect(terms.flatMap(({ labelSelector }) => selected(labelSelector?.matchLabels))).toEqual([folder]);
  });
});

test('nobody else has a team’s private key', () => {
  const keys = workloads.flatMap(({ name, pod }) =>
    (pod.volumes ?? []).flatMap(({ secret }) =>
      secret?.secretName?.endsWith('-key') ? `${name}: ${secret.secretName}` : [],
    ),
  );
  expect(keys.sort()).toEqual(remoteList.map(({ folder }) => `${folder}: ${folder}-key`).sort());
});
