/** @jest-environment @vidlunnia/engine/testing/browser-environment */
import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { OWNER } from '@vidlunnia/content';
import { setFacts, siteFacts } from '../texts/texts';
import { SiteFooter, SocialButtons } from './site-footer';

// Columns, links and contacts: the stored trees of e2e/tests/journeys/pages.spec.ts.

test('the copyright ends with the given year', () => {
  render(<SiteFooter year={2026} />);
  expect(screen.getByText('© 2021–2026 «Відлуння»')).toBeInTheDocument();
});

test('networks with an address have buttons, marked as the agency’s own; without any network there is no list', () => {
  const links = { telegram: '', instagram: 'https://a.example', facebook: '', linkedin: '' };
  const { rerender } = render(<SocialButtons links={links} />);
  expect(screen.getByRole('link')).toHaveAttribute('rel', 'me');
  rerender(<SocialButtons links={{ ...links, instagram: '' }} />);
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});

test('the agency’s chats stand by its telephone', () => {
  const contact = { ...OWNER.contact, chats: { whatsapp: '+380 67 000 00 00' } };
  setFacts({ ...siteFacts(), owner: { ...OWNER, contact } });
  render(<SiteFooter year={2026} />);
  expect(screen.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/380670000000',
  );
});
