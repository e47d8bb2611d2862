import { OWNER } from '@vidlunnia/content';
import { Failed, Waiting } from '@vidlunnia/shell/src/islands/fallbacks';
import { NotFoundPage } from '@vidlunnia/shell/src/not-found/not-found-page';
import { PrivacyPage } from '@vidlunnia/shell/src/privacy/privacy-page';
import { setFacts } from '@vidlunnia/shell/src/texts/texts';
import type { Stories } from './story';

setFacts({ owner: OWNER, retentionMonths: 12, telegramDetails: false });

const nothing = () => undefined;

/** The shell's own pages, and its placeholders of sections. */
export const SHELL = {
  Waiting: {
    section: <Waiting id="home/Services" />,
    form: <Waiting id="forms/ContactForm" />,
    post: <Waiting id="blog/Post" />,
  },
  Failed: {
    section: <Failed id="home/Services" onRetry={nothing} />,
    form: <Failed id="forms/ContactForm" onRetry={nothing} />,
    posts: <Failed id="blog/Teaser" onRetry={nothing} />,
    post: <Failed id="blog/Post" onRetry={nothing} />,
    pending: <Failed id="home/Services" onRetry={nothing} retrying />,
  },
  NotFoundPage: { usual: <NotFoundPage /> },
  PrivacyPage: {
    usual: <PrivacyPage retentionMonths={12} telegramDetails={false} />,
    'kept for good': <PrivacyPage retentionMonths={0} telegramDetails={false} />,
  },
} as const satisfies Readonly<Record<string, Stories>>;
