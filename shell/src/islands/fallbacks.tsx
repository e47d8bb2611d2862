import { PAGE_TABLE, type NamedModuleId, type PageRow } from '@vidlunnia/contracts';
import type { FailedProps, PlaceholderProps } from '@vidlunnia/engine';
import { PageHeadTags } from '@vidlunnia/engine/fallbacks';
import { BusyEcho, Button, Wrap } from '@vidlunnia/ui';
import type { ReactNode } from 'react';
import { ContactText, TEXTS } from '../texts/texts';
import styles from './fallbacks.module.css';

/** Renders the placeholder of a section with the section's id; a zone's placeholder takes no space. */
function Placeholder({ id, children }: PlaceholderProps & { readonly children: ReactNode }) {
  const place = placeOf(id);
  if (!place) return null;
  return isSection(place) ? <section id={place.element}>{children}</section> : children;
}

/** The module's row of the page table; none for a zone. */
const placeOf = (id: string): PageRow | undefined =>
  Object.hasOwn(PAGE_TABLE, id) ? PAGE_TABLE[id as NamedModuleId] : undefined;

const isSection = ({ page, within }: PageRow) => page === 'home' && !within;

/** Shown while an island is loading. The text appears after a delay, for a post at once (specification, section 2). */
export const Waiting = ({ id }: PlaceholderProps) => (
  <Placeholder id={id}>
    {id === 'blog/Post' ? (
      <Wrap className={styles.page}>
        <div className={styles.loading} role="status">
          <BusyEcho className={styles.echo} />
          <h1>{TEXTS['post.loading']}</h1>
        </div>
      </Wrap>
    ) : (
      <div className={styles.waiting} data-whole={!placeOf(id)?.within}>
        <p className={styles.late}>{TEXTS['fallback.loading']}</p>
      </div>
    )}
  </Placeholder>
);

const MESSAGES: Readonly<Record<string, string>> = {
  'forms/ApplicationForm': TEXTS['fallback.application'],
  'forms/ContactForm': TEXTS['fallback.contact'],
  'blog/Teaser': TEXTS['fallback.blog'],
  'blog/Archive': TEXTS['fallback.blog'],
  'blog/Post': TEXTS['fallback.post'],
};

/**
 * Shown instead of a failed island, with a retry button. A failed post leaves its page without content, so the message
 * has a title and contact details.
 */
export function Failed({ id, onRetry, retrying = false }: FailedProps) {
  const { holdsTitle = false, within } = placeOf(id) ?? {};
  const isPost = id === 'blog/Post';
  const Text = holdsTitle && !isPost ? 'h1' : 'p';
  return (
    <Placeholder id={id}>
      <div className={styles.room} data-whole={!within}>
        <div className={styles.fallback}>
          {isPost && (
            <>
              <PageHeadTags head={{ title: 'Стаття не завантажилася — Відлуння' }} />
              <h1>{TEXTS['fallback.post.title']}</h1>
            </>
          )}
          <Text className={styles.text}>
            <ContactText>{MESSAGES[id] ?? TEXTS['fallback.section']}</ContactText>
          </Text>
          {onRetry && (
            <Button variant="ghost" busy={retrying} onClick={onRetry}>
              {TEXTS[retrying ? 'fallback.retrying' : 'fallback.retry']}
            </Button>
          )}
        </div>
      </div>
    </Placeholder>
  );
}
