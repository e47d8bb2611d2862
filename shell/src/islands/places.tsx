import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { ModuleId } from '@vidlunnia/contracts';
import { IslandFallback, IslandLoading } from '../fallback';
import { sectionOf } from '../pages/page-table';
import { isZoneId } from '../pages/zones';
import styles from './places.module.css';

/** Keeps React from the HTML that the server put into an element: it neither reads nor changes it. */
export const KEPT_HTML = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } } as const;

/** Shown where an island is on its way. */
export const Waiting = ({ id }: { readonly id: ModuleId }) => (
  <Place id={id}>
    <IslandLoading id={id} />
  </Place>
);

interface FailedProps {
  readonly id: ModuleId;
  readonly retrying: boolean;
  /** Tries it again; absent on a server, where nothing more will come. */
  readonly onRetry: (() => void) | undefined;
}

/** Shown where an island failed, with a way to try again. */
export const Failed = ({ id, retrying, onRetry }: FailedProps) => (
  <Place id={id}>
    <IslandFallback id={id} {...(onRetry && { onRetry, retrying })} />
  </Place>
);

/** A section that is not there has a place with its id. A zone that is not there takes no room. */
function Place({ id, children }: { readonly id: ModuleId; readonly children: ReactNode }) {
  if (isZoneId(id)) return null;
  const section = sectionOf(id);
  return section ? <section id={section}>{children}</section> : children;
}

/**
 * What the server rendered, where the island's own code crashed as it was made live: the very elements, with what a
 * visitor typed in them. Links and forms in them work as without scripts.
 */
export function Kept({ nodes }: { readonly nodes: readonly Element[] }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = place;
    // Putting back what is there already would take the focus out of it.
    if (nodes.some(({ parentNode }) => parentNode !== current)) current?.replaceChildren(...nodes);
  }, [nodes]);
  return <div ref={place} className={styles.place} />;
}
