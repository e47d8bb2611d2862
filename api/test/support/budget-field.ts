import { FORM_FIELDS } from '@vidlunnia/contracts';

// What a developer adds: a line of the contract. Imported before whatever reads that.
Object.assign(FORM_FIELDS.contact, { budget: { label: 'Бюджет', max: 10 } });
