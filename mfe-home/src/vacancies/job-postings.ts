import { postalAddress, type ContactDetails, type Vacancy } from '@vidlunnia/contracts';

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
