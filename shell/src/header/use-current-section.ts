import { SECTION_IDS, type SectionId } from '@vidlunnia/contracts';
import { useEffect, useState } from 'react';

/** A line across the window, two fifths down: the section that it crosses is the one being read. */
const READING_LINE = '-40% 0px -60% 0px';

/**
 * The home page's section being read; `null` on the server, between and below them. It changes while the visitor
 * scrolls: call it as near to the header as can be, or more than the header renders again.
 */
export function useCurrentSection(): SectionId | null {
  const [current, setCurrent] = useState<SectionId | null>(null);
  useEffect(() => trackSections(setCurrent), []);
  return current;
}

/** Reports which section is being read. Returns what ends that. Sections may come and go: islands arrive late. */
function trackSections(onChange: (current: SectionId | null) => void): () => void {
  let watched: readonly HTMLElement[] = [];
  const crossed = new Set<Element>();
  const line = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) crossed.add(target);
        else crossed.delete(target);
      }
      report();
    },
    { rootMargin: READING_LINE },
  );
  const report = () => {
    const section = watched.findLast((element) => crossed.has(element));
    onChange(SECTION_IDS.find((id) => id === section?.id) ?? null);
  };
  const watch = () => {
    const sections = SECTION_IDS.flatMap((id) => document.getElementById(id) ?? []);
    for (const gone of watched.filter((element) => !sections.includes(element))) {
      line.unobserve(gone);
      crossed.delete(gone);
    }
    for (const section of sections) if (!watched.includes(section)) line.observe(section);
    watched = sections;
  };
  const arrivals = new MutationObserver(() => {
    watch();
    report();
  });
  watch();
  arrivals.observe(document.body, { childList: true, subtree: true });
  return () => {
    arrivals.disconnect();
    line.disconnect();
  };
}
