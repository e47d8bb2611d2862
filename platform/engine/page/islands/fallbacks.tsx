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
import type { PageHead } from '../../site';
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
 * Wraps a part of the frame, so that its crash leaves the content and the other parts. On a server, `Suspense` catches
 * the crash, and the browser renders the part again.
 */
export const PartBoundary = ({ children }: { readonly children: ReactNode }) => (
  <Boundary fallback={null}>
    <Suspense fallback={null}>{children}</Suspense>
  </Boundary>
);

/** Props of an element whose server HTML React neither reads nor changes. */
export const KEPT_HTML = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } } as const;

/** The server's elements of a crashed island, with the visitor's input. Links and forms work as without scripts. */
export function Kept({ island }: { readonly island: Pick<Lifecycle, 'kept'> }) {
  const [nodes] = useState(() => island.kept());
  return <div ref={useNodes<HTMLDivElement>(nodes)} data-kept />;
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

/** Attributes of the frame's hidden element whose changes screen readers announce. It has no children. */
export const ANNOUNCER = { id: 'announcer', role: 'status' } as const;

/** Makes screen readers announce a text, which React leaves alone: it renders no children in that element. */
export function announce(text: string): void {
  document.getElementById(ANNOUNCER.id)?.replaceChildren(text);
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
