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
  const crossed = new Set<string>();
  const report = () => {
    onChange(SECTION_IDS.findLast((id) => crossed.has(id)) ?? null);
  };
  const line = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) crossed.add(target.id);
        else crossed.delete(target.id);
      }
      report();
    },
    { rootMargin: READING_LINE },
  );
  // Observed anew, each of them is reported as it is.
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
}
