import { useEffect } from 'react';
import type { ModuleId } from '@vidlunnia/shared/contracts';
import { rowOf } from '../pages/page-table';
import { TEXTS } from '../site';
import type { Attempt } from './attempt';
import { usePageServices } from './page-services';

/** Attempts that were told of: whoever comes back to the page is not told again. */
const told = new WeakSet<object>();

/**
 * Tells that an island which the visitor asked for once more is there, and puts the focus on it: the button that had it
 * is gone.
 */
export function useRetryAnnouncement<Id extends ModuleId>(id: Id, attempt: Attempt<Id>): void {
  const { announce } = usePageServices();
  useEffect(() => {
    if (!attempt.retried || told.has(attempt)) return;
    told.add(attempt);
    announce(TEXTS['fallback.recovered']);
    const element = document.getElementById(rowOf(id).element);
    if (!element) return;
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
  }, [announce, attempt, id]);
}
