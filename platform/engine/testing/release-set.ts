import { createHash } from 'node:crypto';
import { OWNER } from '@vidlunnia/content';
import { REMOTE_NAMES } from '@vidlunnia/contracts';
import type { SiteParts } from '../server/pages/document';
import { MODULE_IDS } from '../../../shell/src/pages/pages';
import { moduleOf, remoteOf, type ReleaseSet, type RemoteRelease } from '../page/remotes/release-set';

/** Names of a remote's modules. */
export const modulesOfRemote = (name: string): readonly string[] =>
  MODULE_IDS.filter((id) => remoteOf(id) === name).map(moduleOf);

/** A remote's release for the page: `static/<remote>.js` and `.css` for every module. */
export function sampleRemoteRelease(name: string, version = 'aaaaaaaaaaaa'): RemoteRelease {
  const base = `/remotes/${name}/${version}/`;
  const files = { js: [`client/static/${name}.js`], css: [`client/static/${name}.css`] };
  return {
    version,
    base,
    container: `${name}_${version}`,
    entry: `${base}client/remoteEntry.js`,
    modules: Object.fromEntries(modulesOfRemote(name).map((module) => [module, files])),
    integrity: {
      'client/remoteEntry.js': integrity('entry'),
      [`client/static/${name}.js`]: integrity(name),
      [`client/static/${name}.css`]: integrity(`${name}.css`),
    },
  };
}

const integrity = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

export const releaseSetOf = (...releases: readonly (readonly [string, RemoteRelease])[]): ReleaseSet => ({
  id: releases.map(([, { container }]) => container).join('+'),
  remotes: Object.fromEntries(releases),
  zones: [],
  owner: OWNER,
});

export const sampleReleaseSet = (): ReleaseSet =>
  releaseSetOf(...REMOTE_NAMES.map((name) => [name, sampleRemoteRelease(name)] as const));

/** What documents have in common. */
export const SITE_PARTS: SiteParts = {
  build: {
    ...{ starter: 'starter.js', js: ['react.js', 'shell.js'], css: ['shell.css'] },
    ...{ app: ['app.js'], remotes: ['remotes.js'], shared: {}, declarations: {} },
  },
  starter: 'window.starter={}',
  siteUrl: 'https://vidlunnia.example',
  retentionMonths: 12,
};
