import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { read } from './compose';

type Labels = Readonly<Record<string, string>>;

interface Peer {
  readonly podSelector?: { readonly matchLabels?: Labels };
}

export interface Container {
  readonly name: string;
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: object;
  }[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly readinessProbe?: { readonly httpGet?: { readonly path: string } };
  readonly livenessProbe?: { readonly httpGet?: { readonly path: string } };
  readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
}

interface Pod {
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes?: readonly {
    readonly secret?: { readonly secretName: string };
    readonly configMap?: { readonly name: string };
  }[];
  readonly terminationGracePeriodSeconds: number;
}

/** A document of any kind, as far as tests look at it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: {
    readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: Pod };
    readonly ports?: readonly { readonly port: number }[];
    readonly podSelector?: Peer['podSelector'];
    readonly ingress?: readonly { readonly from?: readonly Peer[] }[];
    readonly egress?: readonly { readonly to?: readonly Peer[] }[];
  };
}

const FOLDER = 'deploy/kubernetes';

interface Generated {
  readonly name: string;
  readonly literals?: readonly string[];
}

/** The ConfigMaps that kustomize makes. */
export const { configMapGenerator: generated } = parse(read(`${FOLDER}/kustomization.yaml`)) as {
  readonly configMapGenerator: readonly Generated[];
};

export const documentsIn = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest);

/** Every file and folder. */
export const places = readdirSync(path.resolve(__dirname, '../kubernetes'), {
  recursive: true,
  encoding: 'utf8',
});

/** Every document. What remotes share is called `remote` in them. */
export const manifests: readonly Manifest[] = places
  .filter((file) => file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'))
  .flatMap((file) => documentsIn(read(`${FOLDER}/${file}`)));

export const ofKind = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);

/** The parts of the site as they run: name, pod, and the container that runs on. */
export const workloads = manifests.flatMap(({ metadata: { name }, spec }) => {
  const [container, ...others] = spec?.template?.spec.containers ?? [];
  if (!spec?.template || !container) return [];
  if (others.length > 0) throw new Error(`${name} has more than one container`);
  return [{ name, container, pod: spec.template.spec, labels: spec.template.metadata.labels }];
});

/** Names of the workloads that a selector means. */
export const selected = ({ matchLabels = {} }: NonNullable<Peer['podSelector']> = {}): string[] =>
  workloads
    .filter(({ labels }) => Object.entries(matchLabels).every(([label, value]) => labels[label] === value))
    .map(({ name }) => name);

/** The variables of a container, those of ConfigMaps among them; empty where another source fills them. */
export const variablesOf = ({ env = [], envFrom = [] }: Container): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...envFrom.flatMap(({ configMapRef: { name } }) =>
      (generated.find((each) => each.name === name)?.literals ?? []).map(
        (literal) => literal.split(/=(.*)/s, 2) as [string, string],
      ),
    ),
    ...env.map(({ name, value = '' }) => [name, value] as const),
  ]);
