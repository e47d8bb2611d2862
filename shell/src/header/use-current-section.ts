import { SECTION_IDS, type SectionId } from '@vidlunnia/contracts';
import { useEffect, useState } from 'react';

/** A line across the window, at two fifths: the section that crosses it is being read. */
const READING_LINE = '-40% 0px -60% 0px';

/**
 * The home page's section that is being read: the hero on the server, `null` between and below sections and on other
 * pages. Sections may appear and disappear. It changes while the visitor scrolls: call it as close to the header as
 * possible, or more components render again.
 */
export function useCurrentSection(): SectionId | null {
  const [current, setCurrent] = useState<SectionId | null>('hero');
  useEffect(() => {
    const crossed = new Set<string>();
    const report = () => {
      setCurrent(SECTION_IDS.findLast((id) => crossed.has(id)) ?? null);
    };
    const line = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          crossed[isIntersecting ? 'add' : 'delete'](target.id);
        report();
      },
      { rootMargin: READING_LINE },
    );
    // A new observation reports the current state of each.
    const watch = () => {
      const sections = SECTION_IDS.flatMap((id) => document.getElementById(id) ?? []);
      line.disconnect();
      crossed.clear();
      for (const section of sections) line.observe(section);
      if (sections.length === 0) report();
    };
    const arrivals = new MutationObserver(watch);
    watch();
    arrivals.observe(document.body, { childList: true, subtree: true });
    return () => {
      arrivals.disconnect();
      line.disconnect();
    };
  }, []);
  return current;
}
