import { expect, test } from '@jest/globals';
import { CONTACT_DETAILS } from '@vidlunnia/content';
import { dataOf, sampleDocument, samplePostHead, SITE } from '../../testing/sample-document';
import { openingHours } from './structured-data';

test('the home page has the agency, its address and opening hours', () => {
  expect(dataOf(sampleDocument({}))).toMatchObject([
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Відлуння',
      url: `${SITE}/`,
      logo: { url: `${SITE}/icon-512.png` },
      telephone: CONTACT_DETAILS.phone,
      email: CONTACT_DETAILS.email,
      address: { streetAddress: expect.stringMatching(/Соборна, 1$/), addressLocality: 'Вінниця' },
      contactPoint: { hoursAvailable: [{ '@type': 'OpeningHoursSpecification', opens: '09:00' }] },
    },
  ]);
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
