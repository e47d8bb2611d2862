import { expect, test } from '@jest/globals';
import { api, remoteList, shell } from '../environment/topology';
import { ofKind, selected } from './kubernetes-files';

/** Who asks whom, as the networks of compose have it. */
const wanted = [
  ['gateway', shell.folder],
  ...[api, ...remoteList].map(({ folder }) => [shell.folder, folder]),
  [api.folder, 'postgres'],
].sort();

const policies = ofKind('NetworkPolicy').map(({ metadata, spec }) => ({
  name: metadata?.name,
  parts: selected(spec?.podSelector.matchLabels),
  spec,
}));

interface Peer {
  readonly podSelector?: { readonly matchLabels?: Readonly<Record<string, string>> };
}
const partsOf = (peers: readonly Peer[] = []) =>
  peers.flatMap(({ podSelector }) => selected(podSelector?.matchLabels));

test('each may ask whom it needs, and nobody else', () => {
  const allowed = policies.flatMap(({ parts, spec }) => {
    const asked = (spec?.egress ?? []).flatMap(({ to }) => partsOf(to));
    return parts.flatMap((part) => asked.map((other) => [part, other]));
  });
  expect(allowed.sort()).toEqual(wanted);
});

test('each answers who needs it, and nobody else', () => {
  const allowed = policies.flatMap(({ parts, spec }) => {
    const askers = (spec?.ingress ?? []).flatMap(({ from }) => partsOf(from));
    return parts.flatMap((part) => askers.map((other) => [other, part]));
  });
  expect(allowed.sort()).toEqual(wanted);
});

test('what is not said is rejected; names are told to all', () => {
  expect(policies.find(({ name }) => name === 'names-only')?.spec).toEqual({
    podSelector: {},
    policyTypes: ['Ingress', 'Egress'],
    egress: [{ ports: ['UDP', 'TCP'].map((protocol) => ({ port: 53, protocol })) }],
  });
});

test('only the gateway is reached from anywhere', () => {
  const open = policies.filter(({ spec }) => spec?.ingress?.some(({ from }) => !from));
  expect(open.flatMap(({ parts }) => parts)).toEqual(['gateway']);
});
