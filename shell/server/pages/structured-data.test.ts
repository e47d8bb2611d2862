import { expect, test } from '@jest/globals';
import { CONTACT_DETAILS } from '../../src/site/owner';
import { dataOf, sampleDocument, samplePostHead, SITE } from '../../testing/sample-document';
import { openingHours } from './structured-data';

test('the home page says who the agency is, where, and when it is open', () => {
  expect(dataOf(sampleDocument({}))).toEqual([
    expect.objectContaining({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Відлуння',
      slogan: expect.stringContaining('Маркетинг'),
      description: expect.stringContaining('Діджитал-агенція'),
      url: `${SITE}/`,
      logo: expect.objectContaining({ url: `${SITE}/icon-512.png` }),
      telephone: CONTACT_DETAILS.phone,
      email: CONTACT_DETAILS.email,
      address: {
        '@type': 'PostalAddress',
        streetAddress: expect.stringMatching(/Соборна, 1$/),
        addressLocality: 'Вінниця',
        addressCountry: 'UA',
      },
      contactPoint: expect.objectContaining({
        hoursAvailable: [
          {
            '@type': 'OpeningHoursSpecification',
            dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
            opens: '09:00',
            closes: '18:00',
          },
        ],
      }),
    }),
  ]);
});

test('a post’s page says what the post is, whose, and who publishes it', () => {
  const page = sampleDocument({ pathname: '/blog/zlyi-komentar', head: samplePostHead });
  expect(dataOf(page)).toEqual([
    expect.objectContaining({
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: 'Злий коментар о 22:40',
      description: samplePostHead.description,
      mainEntityOfPage: `${SITE}/blog/zlyi-komentar`,
      image: expect.objectContaining({ url: `${SITE}/api/og/zlyi-komentar.png` }),
      datePublished: '2026-09-30T06:00:00.000Z',
      author: { '@type': 'Person', name: 'Леся Романюк' },
      publisher: expect.objectContaining({
        '@type': 'Organization',
        name: 'Відлуння',
        logo: expect.objectContaining({ url: `${SITE}/icon-512.png` }),
      }),
    }),
  ]);
});

const open = (dayOfWeek: string[], opens: string, closes: string) => ({
  '@type': 'OpeningHoursSpecification',
  dayOfWeek,
  opens,
  closes,
});

test.each([
  ['a range of days', 'Пн–Ср', '09:00–18:00', [open(['Monday', 'Tuesday', 'Wednesday'], '09:00', '18:00')]],
  ['one day', 'Сб', '10:00–15:30', [open(['Saturday'], '10:00', '15:30')]],
  ['days off', 'Сб–Нд', 'вихідні', []],
  ['days that are not understood', 'щодня', '09:00–18:00', []],
])('opening hours: %s', (_, days, time, expected) => {
  expect(openingHours([{ days, time }])).toEqual(expected);
});
