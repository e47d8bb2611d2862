import type { ModuleId, PageHead } from '@vidlunnia/contracts';
import { BusyEcho, Button, VisuallyHidden, Wrap } from '@vidlunnia/ui';
import {
  Component,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { isZoneId, rowOf } from '../pages/pages';
import { ContactText, TEXTS } from '../site/site';
import styles from './fallbacks.module.css';
import { holdInput } from './held-input';
import type { Lifecycle } from './lifecycle';

interface BoundaryProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
  readonly onFailure?: (error: unknown) => void;
}

/** Catches errors of a part of the page. */
export class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override getSnapshotBeforeUpdate(_: BoundaryProps, { failed }: Boundary['state']) {
    return this.state.failed && !failed ? holdInput() : null;
  }

  /** The fallback has the visitor's input as it was at the crash. */
  override componentDidUpdate(_: BoundaryProps, __: object, restoreInput: (() => void) | null) {
    restoreInput?.();
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure?.(error);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/**
 * Wraps a part of the page that the shell renders itself, so a crash of the header leaves content and footer. On a
 * server, `Suspense` catches the crash, and the browser renders the part again.
 */
export const PartBoundary = ({ children }: { readonly children: ReactNode }) => (
  <Boundary fallback={null}>
    <Suspense fallback={null}>{children}</Suspense>
  </Boundary>
);

/** Props of an element whose server HTML React neither reads nor changes. */
export const KEPT_HTML = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } } as const;

/** Renders the placeholder of a section with the section's id; a zone's placeholder takes no space. */
function Placeholder({ id, children }: { readonly id: ModuleId; readonly children: ReactNode }) {
  if (isZoneId(id)) return null;
  const { page, within, element } = rowOf(id);
  return page === 'home' && !within ? <section id={element}>{children}</section> : children;
}

/** Shown while an island is loading. The text appears after a delay, for a post at once (specification, section 2). */
export const Waiting = ({ id }: { readonly id: ModuleId }) => (
  <Placeholder id={id}>
    {id === 'blog/Post' ? (
      <Wrap className={styles.page}>
        <div className={styles.loading} role="status">
          <BusyEcho className={styles.echo} />
          <h1>{TEXTS['post.loading']}</h1>
        </div>
      </Wrap>
    ) : (
      <div className={styles.waiting} data-whole={!rowOf(id).within}>
        <p className={styles.late}>{TEXTS['fallback.loading']}</p>
      </div>
    )}
  </Placeholder>
);

const MESSAGES: Readonly<Partial<Record<ModuleId, string>>> = {
  'forms/ApplicationForm': TEXTS['fallback.application'],
  'forms/ContactForm': TEXTS['fallback.contact'],
  'blog/Teaser': TEXTS['fallback.blog'],
  'blog/Archive': TEXTS['fallback.blog'],
  'blog/Post': TEXTS['fallback.post'],
};

interface FailedProps {
  readonly id: ModuleId;
  /** Called when the visitor wants a retry. Absent on a server, which renders no button. */
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean;
}

/**
 * Shown instead of a failed island, with a retry button. A failed post leaves its page without content, so the message
 * has a title and contact details.
 */
export function Failed({ id, onRetry, retrying = false }: FailedProps) {
  const { holdsTitle, within } = rowOf(id);
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

/** The server's elements of a crashed island, with the visitor's input. Links and forms work as without scripts. */
export function Kept({ island }: { readonly island: Pick<Lifecycle, 'kept'> }) {
  const [nodes] = useState(() => island.kept());
  return <div ref={useNodes<HTMLDivElement>(nodes)} className={styles.kept} />;
}

/** Puts nodes of the server's page into the element with the returned ref. */
export function useNodes<Container extends Element>(nodes: readonly Node[]): RefObject<Container | null> {
  const container = useRef<Container>(null);
  useLayoutEffect(() => {
    const { current } = container;
    // Inserting present nodes again would remove the focus.
    if (nodes.some(({ parentNode }) => parentNode !== current)) current?.replaceChildren(...nodes);
  }, [nodes]);
  return container;
}

const ANNOUNCER = 'announcer';

/** Live region: screen readers announce its changes. */
export const Announcer = () => <VisuallyHidden id={ANNOUNCER} role="status" />;

/**
 * Makes screen readers announce a text. React leaves the text alone, because it renders no children in that element.
 */
export function announce(text: string): void {
  document.getElementById(ANNOUNCER)?.replaceChildren(text);
}

/** Sets the document's title and description for the current page. The first page has them in its HTML. */
export function PageHeadTags({ head: { title, description } }: { readonly head: PageHead }) {
  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description ?? '');
    // Update the canonical address too, because phones share it.
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (canonical) canonical.href = new URL(window.location.pathname, canonical.href).href;
  }, [title, description]);
  return null;
}
