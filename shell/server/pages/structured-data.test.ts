import { expect, test } from '@jest/globals';
import { OWNER } from '@vidlunnia/content';
import { dataOf, sampleDocument, samplePostHead, SITE } from '../../testing/sample-document';
import { openingHours } from './structured-data';

test('the home page has the agency, its address, opening hours and pages in social networks', () => {
  const { address, email, map, phone } = OWNER.contact;
  const [agency] = dataOf(sampleDocument({})) as [Record<string, unknown>];
  expect(agency).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'ProfessionalService',
    name: 'Відлуння',
    url: `${SITE}/`,
    logo: { url: `${SITE}/icon-512.png` },
    telephone: phone,
    email,
    hasMap: map,
    openingHoursSpecification: openingHours(OWNER.contact.hours),
    sameAs: Object.values(OWNER.social).filter(Boolean),
  });
  const { streetAddress, addressLocality } = agency['address'] as Record<string, string>;
  expect(`${streetAddress ?? ''}, ${addressLocality ?? ''}`).toBe(address);
});

test('a post’s page has the post, its author and its publisher', () => {
  const page = sampleDocument({ pathname: '/blog/zlyi-komentar', head: samplePostHead });
  expect(dataOf(page)).toMatchObject([
    {
      '@type': 'BlogPosting',
      headline: 'Злий коментар о 22:40',
      description: samplePostHead.description,
      mainEntityOfPage: `${SITE}/blog/zlyi-komentar`,
      image: { url: `${SITE}/api/og/zlyi-komentar.png` },
      datePublished: '2026-09-30T06:00:00.000Z',
      author: { '@type': 'Person', name: 'Леся Романюк' },
      publisher: { '@type': 'Organization', name: 'Відлуння' },
    },
  ]);
});

test.each([
  ['Пн–Ср', '09:00–18:00', [['Monday', 'Tuesday', 'Wednesday']]],
  ['Сб', '10:00–15:30', [['Saturday']]],
  ['Сб–Нд', 'вихідні', []],
  ['щодня', '09:00–18:00', []],
])('opening hours: %s, %s', (days, time, expected) => {
  const [opens, closes] = time.split('–');
  const hours = expected.map((dayOfWeek) => ({
    ...{ '@type': 'OpeningHoursSpecification', dayOfWeek },
    ...{ opens, closes },
  }));
  expect(openingHours([{ days, time }])).toEqual(hours);
});
