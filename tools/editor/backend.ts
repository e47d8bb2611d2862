import path from 'node:path';
import type { EditorOptions } from './build';

type Where = Pick<EditorOptions, 'backend' | 'hosts'>;

/** Files of a local folder, which the browser opens after its user has chosen it. */
export const localBackend = (folder: string): Where => ({
  // Sveltia has no backend for folders. This one requests nothing before a sign-in, and the page hides the button.
  backend: { name: 'gitea', repo: `local/${path.basename(folder)}`, app_id: 'none', auth_methods: ['oauth'] },
  hosts: [],
});

interface HostedOptions {
  readonly repository?: string | undefined;
  readonly backend: string;
  readonly branch: string;
  /** Origin of a self-hosted GitLab, Gitea or Forgejo, or GitHub Enterprise Server. */
  readonly server?: string | undefined;
  /** OAuth application of a GitLab or Gitea; without it, people sign in with a token. */
  readonly 'app-id'?: string | undefined;
}

const OF_GITHUB = ['https://api.github.com', 'https://avatars.githubusercontent.com'];

/** What differs between hosts. `hosts` are further origins that the page requests. */
const HOSTS: Readonly<
  Record<string, { origin: string; api: string; hosts: readonly string[]; oauth: object }>
> = {
  github: { origin: 'https://github.com', api: '/api/v3', hosts: OF_GITHUB, oauth: {} },
  gitlab: { origin: 'https://gitlab.com', api: '/api/v4', hosts: [], oauth: { auth_type: 'pkce' } },
  gitea: { origin: 'https://gitea.com', api: '/api/v1', hosts: [], oauth: {} },
};

/**
 * A branch of a repository at a host; each save is a commit.
 * @throws Error in Ukrainian for invalid options
 */
export function hostedBackend({
  repository,
  backend,
  branch,
  server,
  'app-id': appId,
}: HostedOptions): Where {
  const host = HOSTS[backend];
  if (!host) throw new Error(`--backend має бути ${Object.keys(HOSTS).join(', ')}; зараз «${backend}»`);
  if (!repository || !/^[^/\s]+(\/[^/\s]+)+$/.test(repository))
    throw new Error('--repository має бути на зразок власник/сховище');
  const origin = server === undefined ? host.origin : new URL(server).origin;
  return {
    backend: {
      name: backend,
      repo: repository,
      branch,
      auth_methods: [appId === undefined ? 'token' : 'oauth'],
      ...(server !== undefined && { base_url: origin, api_root: origin + host.api }),
      ...(appId !== undefined && { app_id: appId, ...host.oauth }),
    },
    hosts: server === undefined ? [origin, ...host.hosts] : [origin],
  };
}
