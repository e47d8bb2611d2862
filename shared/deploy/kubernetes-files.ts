import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { repositoryRoot } from '../environment/repository';
import { read } from './compose-files';
import type { Container, Controller, Labels, Manifest, Pod } from './kubernetes-types';

const FOLDER = 'shared/deploy/kubernetes';

interface Kustomization {
  readonly namespace: string;
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string; readonly newName: string; readonly newTag: string }[];
  readonly configMapGenerator: readonly {
    readonly name: string;
    readonly literals?: readonly string[];
    readonly files?: readonly string[];
  }[];
}

export const readFile = (name: string): string => read(`${FOLDER}/${name}`);

export const fileNames: readonly string[] = readdirSync(path.join(repositoryRoot, FOLDER)).sort();

export const kustomization = parse(readFile('kustomization.yaml')) as Kustomization;

export const manifests: readonly Manifest[] = kustomization.resources.flatMap((name) =>
  parseAllDocuments(readFile(name)).map((document) => document.toJS() as Manifest),
);

/** All documents of one kind. */
export const ofKind = <Kind extends Manifest['kind']>(kind: Kind): Extract<Manifest, { kind: Kind }>[] =>
  manifests.filter((manifest): manifest is Extract<Manifest, { kind: Kind }> => manifest.kind === kind);

/** A part of the site as it runs. */
export interface Workload {
  readonly name: string;
  readonly replicas: number;
  readonly manifest: Controller;
  readonly labels: Labels;
  readonly pod: Pod;
  /** The container that runs on. */
  readonly container: Container;
}

export const workloads: readonly Workload[] = [...ofKind('Deployment'), ...ofKind('StatefulSet')].map(
  (manifest) => {
    const { metadata, spec } = manifest;
    const pod = spec?.template.spec;
    const [container, ...others] = pod?.containers ?? [];
    if (!metadata?.name || !pod || !container || others.length > 0)
      throw new Error(`${manifest.kind} ${String(metadata?.name)} is no workload of one container`);
    return {
      ...{ name: metadata.name, manifest, pod, container },
      replicas: spec.replicas ?? 1,
      labels: spec.template.metadata?.labels ?? {},
    };
  },
);

/** Names of the workloads whose pods a selector means. */
export const selected = (selector: Labels = {}): string[] =>
  workloads
    .filter(({ labels }) => Object.entries(selector).every(([label, value]) => labels[label] === value))
    .map(({ name }) => name);

/** The variables that a container gets, those of the settings among them; empty what may be missing. */
export function environmentOf({ env = [], envFrom = [] }: Container): Record<string, string | undefined> {
  const variables: Record<string, string | undefined> = {};
  for (const { configMapRef } of envFrom) {
    const generated = kustomization.configMapGenerator.find(({ name }) => name === configMapRef?.name);
    for (const literal of generated?.literals ?? []) {
      const [name = '', value] = literal.split(/=(.*)/s, 2);
      variables[name] = value;
    }
  }
  for (const { name, value, valueFrom } of env)
    variables[name] = valueFrom?.configMapKeyRef?.optional ? '' : value;
  return variables;
}
