import { IslandFallback, IslandLoading } from '@vidlunnia/shell/src/fallback';
import { NotFoundPage } from '@vidlunnia/shell/src/not-found';
import { PrivacyPage } from '@vidlunnia/shell/src/privacy';
import type { Stories } from './story';

const nothing = () => undefined;

/** What the shell has in a section's place, and its own pages. */
export const SHELL = {
  IslandLoading: {
    section: { element: <IslandLoading id="home/Services" /> },
    form: { element: <IslandLoading id="forms/ContactForm" /> },
    post: { element: <IslandLoading id="blog/Post" /> },
  },
  IslandFallback: {
    section: { element: <IslandFallback id="home/Services" onRetry={nothing} /> },
    form: { element: <IslandFallback id="forms/ContactForm" onRetry={nothing} /> },
    posts: { element: <IslandFallback id="blog/Teaser" onRetry={nothing} /> },
    post: { element: <IslandFallback id="blog/Post" onRetry={nothing} /> },
    pending: { element: <IslandFallback id="home/Services" onRetry={nothing} retrying /> },
  },
  NotFoundPage: { usual: { element: <NotFoundPage /> } },
  PrivacyPage: {
    usual: { element: <PrivacyPage retentionMonths={12} /> },
    'kept for good': { element: <PrivacyPage retentionMonths={0} /> },
  },
} as const satisfies Readonly<Record<string, Stories>>;
