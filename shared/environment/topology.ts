import type { RemoteName } from '../contracts';

/** A process of the site: where it listens by default and which variables change that. */
export interface Package {
  /** Folder of its package. */
  readonly folder: string;
  readonly port: number;
  /** Environment variable that changes the port. */
  readonly portVariable: string;
}

/** A package that the shell passes requests on to. */
export interface Upstream extends Package {
  /** Environment variable that tells the shell where it is, when not on this machine at its port. */
  readonly originVariable: string;
  /** Path on the shell's origin under which it is reached. */
  readonly prefix: string;
}

export interface Remote extends Upstream {
  readonly name: RemoteName;
  /** Environment variable with the team's public key: the shell ingests what that key signed. */
  readonly publicKeyVariable: string;
  /** Whether all its modules stand on one page and therefore travel together, in one script and one style sheet. */
  readonly bundled: boolean;
}

type RemotesOfContract = { readonly [Name in RemoteName]: Remote & { readonly name: Name } };

export const shell: Package = { folder: 'shell', port: 3000, portVariable: 'PORT' };

export const api: Upstream = {
  folder: 'api',
  port: 4000,
  portVariable: 'API_PORT',
  originVariable: 'API_ORIGIN',
  prefix: '/api',
};

/** Every remote: the one list that builds, servers, compose files and tests read. */
export const remotes: RemotesOfContract = {
  home: {
    name: 'home',
    folder: 'mfe-home',
    port: 3001,
    portVariable: 'MFE_HOME_PORT',
    originVariable: 'MFE_HOME_ORIGIN',
    publicKeyVariable: 'MFE_HOME_PUBLIC_KEY',
    prefix: '/remotes/home',
    bundled: true,
  },
  blog: {
    name: 'blog',
    folder: 'mfe-blog',
    port: 3002,
    portVariable: 'MFE_BLOG_PORT',
    originVariable: 'MFE_BLOG_ORIGIN',
    publicKeyVariable: 'MFE_BLOG_PUBLIC_KEY',
    prefix: '/remotes/blog',
    bundled: false,
  },
  forms: {
    name: 'forms',
    folder: 'mfe-forms',
    port: 3003,
    portVariable: 'MFE_FORMS_PORT',
    originVariable: 'MFE_FORMS_ORIGIN',
    publicKeyVariable: 'MFE_FORMS_PUBLIC_KEY',
    prefix: '/remotes/forms',
    bundled: true,
  },
};

/** Address of a release's directory on the site's origin, with a slash at its end. Releases are built for it. */
export const releasePath = ({ prefix }: Remote, version: string): string => `${prefix}/${version}/`;

/** The cascade layer of a remote's styles: below the shell's, so that they override nothing of it. */
export const styleLayer = ({ name }: { readonly name: string }): string => `remotes.${name}`;

export const remoteList: readonly Remote[] = Object.values(remotes);
