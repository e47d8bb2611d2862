import { SECTION_IDS, type SectionId } from '@vidlunnia/contracts';

/** A line across the window, two fifths down: the section that it crosses is the one being read. */
const READING_LINE = '-40% 0px -60% 0px';

/**
 * Reports which section is being read, `null` between and below them. Returns what ends that.
 * Sections may come and go: remotes that load late bring theirs later.
 */
export function trackSections(onChange: (current: SectionId | null) => void): () => void {
  const watched = new Map<SectionId, Element>();
  const crossed = new Set<SectionId>();
  const tell = () => {
    onChange(SECTION_IDS.findLast((id) => crossed.has(id)) ?? null);
  };

  const line = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const id = SECTION_IDS.find((each) => watched.get(each) === target);
        if (id === undefined) continue;
        if (isIntersecting) crossed.add(id);
        else crossed.delete(id);
      }
      tell();
    },
    { rootMargin: READING_LINE },
  );

  const watch = (id: SectionId) => {
    const before = watched.get(id);
    const now = document.getElementById(id);
    if (now === (before ?? null)) return;
    if (before) line.unobserve(before);
    crossed.delete(id);
    if (now) {
      watched.set(id, now);
      line.observe(now);
    } else {
      watched.delete(id);
      tell();
    }
  };

  const watchAll = () => {
    SECTION_IDS.forEach(watch);
  };
  const arrivals = new MutationObserver(watchAll);
  watchAll();
  arrivals.observe(document.body, { childList: true, subtree: true });
  return () => {
    arrivals.disconnect();
    line.disconnect();
  };
}
