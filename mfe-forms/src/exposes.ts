import type { RemoteModules } from '@vidlunnia/contracts';
import * as ApplicationForm from './application-form';
import * as ContactForm from './contact-form';

/** All modules of this remote, checked against the contract. */
export const exposes = { ApplicationForm, ContactForm } satisfies RemoteModules<'forms'>;
