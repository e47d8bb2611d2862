import { expect, test } from '@jest/globals';
import { PAGE_TABLE } from './modules.ts';
import { archivePath, contactPath, postalAddress, postPath, PRIVACY_PATH, serviceId } from './site.ts';

test.each([
  [postPath('smm-2026'), '/blog/smm-2026'],
  [postPath('а/б?в#г'), '/blog/%D0%B0%2F%D0%B1%3F%D0%B2%23%D0%B3'],
  [archivePath(), '/blog'],
  [archivePath(2), '/blog/page/2'],
  [archivePath(1, 'Кейси'), '/blog/category/%D0%9A%D0%B5%D0%B9%D1%81%D0%B8'],
  [archivePath(3, 'SMM'), '/blog/category/SMM/page/3'],
  [contactPath(), '/#contact-form'],
  [contactPath('a&b'), '/?service=a%26b#contact-form'],
  [PRIVACY_PATH, '/privacy'],
  [serviceId('smm'), 'service-smm'],
  [serviceId('SEO-просування'), 'service-seo-просування'],
  [serviceId('Вивіски  й «меню» 2'), 'service-вивіски-й-меню-2'],
])('%s is %s', (path, expected) => {
  expect(path).toBe(expected);
});

test.each([
  ['вул. Соборна, 1, Вінниця', 'вул. Соборна, 1', 'Вінниця'],
  ['Вінниця', '', 'Вінниця'],
])('search engines read the address %j', (text, streetAddress, addressLocality) => {
  const address = { '@type': 'PostalAddress', addressCountry: 'UA', streetAddress, addressLocality };
  expect(postalAddress(text)).toEqual(address);
});

test('no two elements of a page get the same id', () => {
  const home = Object.values(PAGE_TABLE).filter(({ page }) => page === 'home');
  const ids = [...home.map(({ element }) => element), 'main', 'root', 'release-set'];
  expect(new Set(ids).size).toBe(ids.length);
});
