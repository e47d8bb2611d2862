import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { shell } from '../environment/topology';
import { read } from './compose-files';
import { environmentOf, kustomization, ofKind, selected, workloads } from './kubernetes-files';
import { problemsOf } from './kubernetes-schemas';
import type { Manifest } from './kubernetes-types';

const { pod, container } = workloads.find(({ name }) => name === shell.folder) ?? {};
const guide = read('docs/deployment.md');

describe('the list of remotes', () => {
  test('is off until the settings name it, and is followed where the ConfigMap is mounted', () => {
    expect(container && environmentOf(container)).toHaveProperty('REMOTES_FILE', '');
    const mount = container?.volumeMounts?.find(({ mountPath }) => mountPath === '/remotes');
    expect(guide).toContain('`REMOTES_FILE` in `kustomization.yaml` to `/remotes/remotes.json`');
    // Without a subPath: what is mounted by one does not change with its ConfigMap.
    expect(mount).toEqual({ name: 'remotes', mountPath: '/remotes', readOnly: true });
  });

  test('may be missing, and brings its signature with it', () => {
    const volume = pod?.volumes?.find(({ name }) => name === 'remotes');
    expect(volume).toEqual({ name: 'remotes', configMap: { name: 'remotes', optional: true } });
    // One that is generated would have another name after every change, and every change would restart the shell.
    expect(kustomization.configMapGenerator.map(({ name }) => name)).not.toContain('remotes');
    const made = /^kubectl create configmap remotes .*$/m.exec(guide)?.[0];
    expect(made?.match(/--from-file=\S+/g)).toEqual([
      '--from-file=remotes.json',
      '--from-file=remotes.json.sig',
    ]);
  });

  test('is signed with a key that stands beside the teams’ public keys, or may be missing', () => {
    const key = container?.env?.find(({ name }) => name === 'REMOTES_PUBLIC_KEY');
    expect(key?.valueFrom?.configMapKeyRef).toEqual({
      name: 'public-keys',
      key: 'operator.pub',
      optional: true,
    });
    expect(guide).toMatch(/^kubectl patch configmap public-keys .*"operator\.pub"/m);
  });
});

describe('an origin outside of the cluster', () => {
  const [block = ''] = /(?<=^```yaml\n)apiVersion: networking[^]*?(?=^```$)/m.exec(guide) ?? [];
  const policy = parse(block) as ReturnType<typeof ofKind<'NetworkPolicy'>>[number];

  test('is reached by nobody as it is', () => {
    const peers = ofKind('NetworkPolicy').flatMap(({ spec }) => (spec?.egress ?? []).flatMap(({ to }) => to));
    expect(peers.filter((peer) => peer?.ipBlock)).toEqual([]);
  });

  test('is reached by the shell alone with the policy of the documentation', () => {
    expect(problemsOf(policy satisfies Manifest)).toEqual([]);
    expect(selected(policy.spec?.podSelector.matchLabels)).toEqual([shell.folder]);
    expect(policy.spec).toMatchObject({
      policyTypes: ['Egress'],
      egress: [{ to: [{ ipBlock: { cidr: expect.any(String) } }], ports: [{ port: 443, protocol: 'TCP' }] }],
    });
    // It joins those of the folder, and replaces none.
    expect(ofKind('NetworkPolicy').map(({ metadata }) => metadata?.name)).not.toContain(
      policy.metadata?.name,
    );
  });
});
