import { useEffect } from 'react';
import type { ModuleId } from '@vidlunnia/contracts';
import { rowOf } from '../pages/page-table';
import { TEXTS } from '../site';
import type { Attempt } from './attempt';
import { usePageServices } from './page-services';

/** Attempts that were announced: whoever comes back to the page hears it once. */
const announced = new WeakSet<object>();

/**
 * Announces an island that came at a visitor's retry, and moves the focus to it: the button that had it is gone.
 */
export function useRetryAnnouncement<Id extends ModuleId>(id: Id, attempt: Attempt<Id>): void {
  const { announce } = usePageServices();
  useEffect(() => {
    if (!attempt.retried || announced.has(attempt)) return;
    announced.add(attempt);
    announce(TEXTS['fallback.recovered']);
    const element = document.getElementById(rowOf(id).element);
    if (!element) return;
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
  }, [announce, attempt, id]);
}
