import type { SectionId } from '@vidlunnia/contracts';
import { useEffect, useState } from 'react';
import { trackSections } from './section-tracker';

/**
 * The home page's section being read; `null` on the server and until the first measurement. It changes while the
 * visitor scrolls: call it as near to the header as can be, or more than the header renders again.
 */
export function useCurrentSection(): SectionId | null {
  const [current, setCurrent] = useState<SectionId | null>(null);
  useEffect(() => trackSections(setCurrent), []);
  return current;
}
