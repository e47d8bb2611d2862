import { REMOTE_NAMES, type RemoteName } from '@vidlunnia/contracts';
import type { EngineSettings } from '@vidlunnia/engine/server';
import { serveSite, type ServedSite as Served, type TestedSite } from '@vidlunnia/engine/testing/site';
import type { Respond } from '@vidlunnia/settings/testing/local-server';
import { buildApp } from '../server/app';
import { sitePages } from '../src/pages';

const AGENCY: TestedSite<RemoteName> = {
  pages: sitePages,
  remotes: REMOTE_NAMES,
  build: (settings, ...rest) =>
    buildApp({ ...settings, retentionMonths: 12, telegramDetails: false }, ...rest),
};

export type ServedSite = Served<RemoteName>;

/** The site's server with a small build, a real API and real origins. */
export const startSite = (answerApi?: Respond, changes?: Partial<EngineSettings>): Promise<ServedSite> =>
  serveSite(AGENCY, answerApi, changes);
