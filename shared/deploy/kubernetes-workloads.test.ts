import { describe, expect, test } from '@jest/globals';
import { productionNames, productionService } from './compose-files';
import { environmentOf, ofKind, selected, workloads } from './kubernetes-files';

/** Every container, with what compose says of the same. */
const containers = workloads.flatMap(({ name, pod, container }) => [
  { title: name, container, service: productionService(name) },
  ...(pod.initContainers ?? []).map((init) => {
    const title = init.name === 'release' ? `${name}-release` : init.name;
    return { title, container: init, service: productionService(title) };
  }),
]);

/** `512m` of compose as Kubernetes writes it. */
const memoryOf = (limit: unknown) => String(limit).replace(/[mg]$/, (unit) => `${unit.toUpperCase()}i`);
/** What compose puts in where nobody sets a variable. */
const unset = (value: string) => value.replace(/\$\{\w+:-(.*)\}/, '$1');

test('every container of compose has its own here', () => {
  expect(containers.map(({ title }) => title).sort()).toEqual([...productionNames].sort());
});

describe.each(containers)('the container $title', ({ container, service }) => {
  test('may do little, and use as much memory as with compose', () => {
    expect(container.securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources).toEqual({
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { memory: memoryOf(service['mem_limit']) },
    });
  });

  test('gets the variables of compose', () => {
    const expected = Object.entries(service.environment ?? {})
      // The site's own address; and what only `releases` and `rollback` ask for.
      .filter(([name]) => name !== 'SITE_URL')
      .map(([name, value]): [string, string] => [name, unset(value)]);
    expect(environmentOf(container)).toMatchObject(Object.fromEntries(expected));
  });
});

describe.each(workloads)('$name', ({ name, manifest, pod, container, labels, replicas }) => {
  const service = productionService(name);
  const pause = container.lifecycle?.preStop?.sleep?.seconds ?? 0;

  test('runs without root and knows nothing of the cluster', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      // Else Kubernetes sets API_PORT and its like.
      enableServiceLinks: false,
      securityContext: {
        runAsNonRoot: true,
        // A number: by the names in our images a kubelet cannot tell that it is not root.
        runAsUser: expect.any(Number),
        seccompProfile: { type: 'RuntimeDefault' },
      },
    });
  });

  test('selects its own pods', () => {
    expect(selected(manifest.spec?.selector.matchLabels)).toEqual([name]);
    expect(manifest.metadata?.labels).toEqual(labels);
  });

  test('has as long to stop as with compose, after the pause', () => {
    expect(`${String((pod.terminationGracePeriodSeconds ?? 0) - pause)}s`).toBe(service['stop_grace_period']);
  });

  test('is asked whether it is ready and, if that would help, whether it lives', () => {
    expect(container.readinessProbe).toBeDefined();
    expect(container.livenessProbe === undefined).toBe(name === 'postgres');
    // PostgreSQL's health is in it: no replica may be taken away because of that.
    const asked = [container.readinessProbe, container.livenessProbe].map((probe) => probe?.httpGet);
    expect(asked.map((get) => get?.path)).not.toContain('/api/health');
    // A shell that can render nothing gets no visitors, but starting it anew would not help.
    if (name === 'shell') expect(asked.map((get) => get?.path)).toEqual(['/readyz', '/healthz']);
    expect(asked.every((get) => !get || get.port === container.ports?.[0]?.name)).toBe(true);
  });

  test('mounts volumes that are there', () => {
    const claims = manifest.kind === 'StatefulSet' ? (manifest.spec?.volumeClaimTemplates ?? []) : [];
    const volumes = [
      ...(pod.volumes ?? []).map((volume) => volume.name),
      ...claims.map(({ metadata }) => metadata?.name),
    ];
    const all = [...(pod.initContainers ?? []), container].flatMap(({ volumeMounts = [] }) => volumeMounts);
    expect(new Set(all.map((mount) => mount.name))).toEqual(new Set(volumes));
  });

  test('has the replicas of compose; the gateway, on more machines than one, two', () => {
    expect(replicas).toBe(name === 'gateway' ? 2 : (service['scale'] ?? 1));
  });

  test('is replaced and evicted without a gap where it has replicas', () => {
    const budgets = ofKind('PodDisruptionBudget').filter(({ spec }) =>
      selected(spec?.selector?.matchLabels).includes(name),
    );
    expect(budgets).toHaveLength(replicas > 1 ? 1 : 0);
    if (replicas === 1) return;
    expect(budgets[0]?.spec?.maxUnavailable).toBe(1);
    expect(manifest.spec).toMatchObject({
      minReadySeconds: expect.any(Number),
      strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    });
    expect(pause).toBeGreaterThan(5);
    const [spread] = pod.topologySpreadConstraints ?? [];
    expect(selected(spread?.labelSelector?.matchLabels)).toEqual([name]);
  });
});
