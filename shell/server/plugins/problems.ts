import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { remotes } from '@vidlunnia/shared/topology';
import type { LiveSite } from '../releases/live-site';

/** What somebody who works on the site has to mend: of a part of it, or of a page. */
export interface Problem {
  readonly part: string;
  readonly text: string;
}

/** Pages whose problems are remembered. */
const PAGES = 100;

/**
 * Development only: what is wrong now. Parts at work leave what does not build in `folder`, a file each; releases may be
 * rejected; and a page may lack what an island could not load, or what the content has wrong.
 */
export function createProblems(folder: string, site: Pick<LiveSite, 'rejected'>) {
  const ofPages = new LRUCache<string, readonly string[]>({ max: PAGES });

  const ofParts = (): Problem[] =>
    (existsSync(folder) ? readdirSync(folder) : []).flatMap((part) => {
      const file = path.join(folder, part);
      // It may be mended between the two.
      return existsSync(file) ? [{ part, text: readFileSync(file, 'utf8') }] : [];
    });

  const ofReleases = (): Problem[] =>
    Object.values(remotes).flatMap(({ name, folder: part }) => {
      const rejection = site.rejected()[name];
      // An origin that does not answer is about to start.
      if (!rejection || rejection.step === 'discover' || rejection.step === 'download') return [];
      return [{ part, text: `rejected at ${rejection.step}: ${rejection.reason}` }];
    });

  const ofPage = (pathname: string): Problem[] =>
    (ofPages.get(pathname) ?? []).map((text) => ({ part: pathname, text }));

  return {
    /** Notes what a page lacked when it was rendered last. */
    onPage: (pathname: string, problems: readonly string[]) => void ofPages.set(pathname, problems),
    of: (pathname: string): readonly Problem[] => [...ofParts(), ...ofReleases(), ...ofPage(pathname)],
  };
}
