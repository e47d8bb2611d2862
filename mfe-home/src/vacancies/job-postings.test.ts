import { expect, test } from '@jest/globals';
import type { Vacancy } from '@vidlunnia/contracts';
import { sampleDetails } from '../testing/samples';
import { jobPostings } from './job-postings';

const VACANCY: Vacancy = {
  title: 'Редактор/ка',
  salary_from: 20_000,
  salary_to: 30_000,
  employment: 'PART_TIME',
  text: 'Пишете </script> без помилок.',
  posted: '2026-11-02',
};

test('a vacancy has the properties of schema.org/JobPosting, and cannot end the script element', () => {
  const json = jobPostings([VACANCY], { ...sampleDetails, address: 'вул. Зразкова, 1, Вінниця' });
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toEqual({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'JobPosting',
        title: VACANCY.title,
        description: VACANCY.text,
        datePosted: '2026-11-02',
        employmentType: 'PART_TIME',
        baseSalary: {
          '@type': 'MonetaryAmount',
          currency: 'UAH',
          value: { '@type': 'QuantitativeValue', minValue: 20_000, maxValue: 30_000, unitText: 'MONTH' },
        },
        hiringOrganization: { '@type': 'Organization', name: 'Відлуння' },
        jobLocation: {
          '@type': 'Place',
          address: {
            '@type': 'PostalAddress',
            streetAddress: 'вул. Зразкова, 1',
            addressLocality: 'Вінниця',
            addressCountry: 'UA',
          },
        },
      },
    ],
  });
});
