import { sha384Of } from '@vidlunnia/releases/signature';
import { moduleOf, remoteOf } from '../page/modules';
import type { ReleaseSet, RemoteRelease } from '../page/remotes/release-set';
import type { SitePages } from '../site';
import { bakeryPages, FACTS, REMOTES } from './bakery/pages';

/** Names of a remote's modules. */
export const modulesOfRemote = (
  name: string,
  { modules }: Pick<SitePages, 'modules'> = bakeryPages,
): readonly string[] =>
  Object.keys(modules)
    .filter((id) => remoteOf(id) === name)
    .map(moduleOf);

/** A remote's release for the page: `static/<remote>.js` and `.css` for every module. */
export function sampleRemoteRelease(name: string, version = 'aaaaaaaaaaaa'): RemoteRelease {
  const base = `/remotes/${name}/${version}/client/`;
  const files = {
    js: [[`${base}static/${name}.js`, integrity(name)]],
    css: [[`${base}static/${name}.css`, integrity(`${name}.css`)]],
  } as const;
  return {
    version,
    container: `${name}_${version}`,
    entry: [`${base}remoteEntry.js`, integrity('entry')],
    modules: Object.fromEntries(modulesOfRemote(name).map((module) => [module, files])),
  };
}

const integrity = (text: string) => `sha384-${sha384Of(Buffer.from(text))}`;

export const releaseSetOf = (...releases: readonly (readonly [string, RemoteRelease])[]): ReleaseSet => ({
  id: releases.map(([, { container }]) => container).join('+'),
  remotes: Object.fromEntries(releases),
  zones: [],
  facts: FACTS,
});

export const sampleReleaseSet = (): ReleaseSet =>
  releaseSetOf(...REMOTES.map((name) => [name, sampleRemoteRelease(name)] as const));
