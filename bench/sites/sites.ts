import { barePage } from './bare-page';
import { startFederated, type FederatedSite } from './federated';
import { startProgram } from './program';
import type { Site } from './site';
import type { StaticInput } from './static-server';

/** Every site that is measured; a baseline starts when it is asked for first. */
export interface Sites {
  readonly federated: FederatedSite;
  /** Path of the post that stands for all. */
  readonly postPath: string;
  /** Saved pages without a script. */
  readonly saved: () => Promise<Site>;
  /** The home page's text and nothing else. */
  readonly bare: () => Promise<Site>;
  stop(): Promise<void>;
}

export async function openSites(): Promise<Sites> {
  const federated = await startFederated();
  const started: Promise<Site>[] = [];
  const once = (start: () => Promise<Site>) => {
    let site: Promise<Site> | undefined;
    return () => {
      if (!site) started.push((site = start()));
      return site;
    };
  };
  const { apiOrigin, url, releases } = federated;
  const stop = async () => {
    await Promise.allSettled(started.map(async (site) => (await site).stop()));
    await federated.stop();
  };
  try {
    const postPath = await firstPost(apiOrigin);
    return {
      federated,
      postPath,
      saved: once(() =>
        startProgram('static', 'static-server.ts', {
          url,
          paths: ['/', postPath],
          releases,
          apiOrigin,
        } satisfies StaticInput),
      ),
      bare: once(async () => startProgram('bare', 'bare-server.ts', await barePage(url))),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function firstPost(apiOrigin: string): Promise<string> {
  const posts: unknown = await (await fetch(`${apiOrigin}/api/blog`)).json();
  const [post] = Array.isArray(posts) ? (posts as { id: string }[]) : [];
  if (!post) throw new Error('The API has no post to measure');
  return `/blog/${encodeURIComponent(post.id)}`;
}
