import { postalAddress, type ContactDetails } from '@vidlunnia/contracts';

/** An entry of `content/vacancies.json`; salaries are in hryvnias per month. */
export interface Vacancy {
  readonly title: string;
  readonly salary_from: number;
  readonly salary_to: number;
  /** FULL_TIME or PART_TIME. */
  readonly employment: string;
  readonly terms?: string | undefined;
  readonly text: string;
  /** ISO 8601, without a time. */
  readonly posted: string;
}

/** Vacancies for search engines (https://schema.org/JobPosting), as the content of a `script` element. */
export function jobPostings(vacancies: readonly Vacancy[], { address }: ContactDetails): string {
  const postings = vacancies.map(({ title, text, salary_from, salary_to, employment, posted }) => ({
    '@type': 'JobPosting',
    title,
    description: text,
    datePosted: posted,
    employmentType: employment,
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: 'UAH',
      value: { '@type': 'QuantitativeValue', minValue: salary_from, maxValue: salary_to, unitText: 'MONTH' },
    },
    hiringOrganization: { '@type': 'Organization', name: 'Відлуння' },
    jobLocation: { '@type': 'Place', address: postalAddress(address) },
  }));
  // `</script>` in a text would end the element.
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': postings }).replaceAll('<', '\\u003c');
}
