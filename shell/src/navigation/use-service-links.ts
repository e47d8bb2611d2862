import { FORM_IDS } from '@vidlunnia/contracts';
import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { contactSlot, usePageServices } from '../islands/island';
import { serviceIn } from '../pages/page-request';
import { pageAt } from '../pages/pages';

/**
 * Tells the contact form which service a followed link chooses. A step in history chooses nothing: the form keeps the
 * visitor's input.
 */
export function useServiceLinks(): void {
  const { contactChoice } = usePageServices();
  const location = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    if (type === NavigationType.Pop) return;
    // A link to another place on the page keeps the address's query, but chooses nothing.
    const isLink = pageAt(location.pathname).kind === 'home' && location.hash === `#${FORM_IDS.contact}`;
    // Only the site's own links get here, so the service is one of the site's; the server checks those of others.
    contactChoice.set(contactSlot(isLink ? serviceIn(location.search) : ''));
  }, [contactChoice, location, type]);
}
