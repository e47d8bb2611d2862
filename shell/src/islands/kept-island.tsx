import { useLayoutEffect, useRef } from 'react';
import styles from './kept-island.module.css';

/**
 * What the server rendered, where the island's own code crashed as it was made live: the very elements, with what a
 * visitor typed in them. Links and forms in them work as without scripts.
 */
export function KeptIsland({ nodes }: { readonly nodes: readonly Element[] }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = place;
    // Putting back what stands there already would take the focus out of it.
    if (nodes.some(({ parentNode }) => parentNode !== current)) current?.replaceChildren(...nodes);
  }, [nodes]);
  return <div ref={place} className={styles.place} />;
}
