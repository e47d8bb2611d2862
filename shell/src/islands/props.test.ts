import { expect, test } from '@jest/globals';
import { OWNER } from '@vidlunnia/content';
import { zoneId } from '@vidlunnia/engine/modules';
import { goldenApi as api } from '@vidlunnia/contracts/golden';
import { propsOf, slotsOf, type PageInput } from './props';

const details = OWNER.contact;

test('each form gets its own slot, and only the result of its own submission', () => {
  const input: PageInput = {
    service: 'Брендинг',
    submission: { form: 'contact', accepted: false, values: { name: 'Ігор' } },
  };
  const slot = slotsOf(input)['forms/ContactForm'];
  expect(slot).toEqual({ chosen: { service: 'Брендинг' } });
  expect(propsOf('forms/ContactForm', { api, input, slot })).toEqual({
    ...{ api, details, outcome: input.submission },
    chosen: { service: 'Брендинг' },
  });
  expect(propsOf('forms/ApplicationForm', { api, input, slot: {} })).toEqual({ api, details, outcome: null });
  expect(slotsOf(null)).toEqual({ 'forms/ContactForm': {} });
});

test('a zone gets the id of its element, the level of its heading and the contact details', () => {
  const id = zoneId('outside', 'Openings');
  const props = { id: 'zone-outside-openings', headingLevel: 2, details };
  expect(propsOf(id, { api, input: null, slot: {} })).toEqual(props);
});
