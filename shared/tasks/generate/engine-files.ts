import { copyEntries, removeEntries, type RemoteEntry } from './entries';

/** Files that engines read: every remote has the same entries in them. */
export const ENGINE_FILES = [
  'docker-compose.yml',
  'docker-compose.override.yml',
  'docker-compose.prod.yml',
  'deploy/kubernetes/kustomization.yaml',
  'deploy/kubernetes/shell.yaml',
  'docs/settings.md',
];

/** Documents that list the remotes, and have more about some of them. */
export const DOCUMENTS = ['docs/deployment.md', 'docs/keys.md'];

/** Replaces the entries of each remote from the third on by those of the one before it. */
export function syncEntries(text: string, remotes: readonly RemoteEntry[]): string {
  const names = remotes.map(({ name }) => name);
  return remotes.slice(2).reduce((said, remote, index) => {
    const before = remotes[index + 1];
    if (!before) return said;
    const others = names.filter((name) => name !== remote.name);
    const known = names.slice(0, index + 1);
    return copyEntries(removeEntries(said, remote.name, others), before, remote, known);
  }, text);
}
