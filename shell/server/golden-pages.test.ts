import { expect, test } from '@jest/globals';
import { FORM_FIELDS, fieldsOf, FORM_IDS, PAGE_TABLE, type FormName } from '@vidlunnia/contracts';
import { GOLDEN_PAGES } from './golden-pages';

const pages = Object.values(GOLDEN_PAGES);
const forms = Object.keys(FORM_FIELDS) as FormName[];

test('there is a golden page for every page with modules', () => {
  const kinds = Object.values(PAGE_TABLE).map(({ page }) => page);
  expect(new Set(pages.map(({ page }) => page.kind))).toEqual(new Set(kinds));
});

test.each(forms)('the form “%s” has golden pages after it was sent, and after it was rejected', (form) => {
  const after = (accepted: boolean) =>
    pages.filter((page) => JSON.stringify(page).includes(`"form":"${form}","accepted":${String(accepted)}`));
  expect(after(true)).toHaveLength(1);
  const [rejected, ...others] = after(false);
  expect(others).toEqual([]);
  const { island, texts = {} } = rejected?.keeps ?? {};
  expect(PAGE_TABLE).toHaveProperty([island ?? '', 'element'], FORM_IDS[form]);
  // Visitors choose the position from the vacancies.
  const required = Object.entries(fieldsOf(form)).filter(
    ([name, field]) => field.required && name !== 'position',
  );
  expect(Object.keys(texts).sort()).toEqual(required.map(([name]) => name).sort());
  expect(rejected?.input).toMatchObject({ submission: { values: texts } });
});
