import { FORM_FIELDS } from '@vidlunnia/contracts';

// A new line of the contract, as a developer would add it. Imported before all users of the contract.
Object.assign(FORM_FIELDS.contact, { budget: { label: 'Бюджет', max: 10 } });
