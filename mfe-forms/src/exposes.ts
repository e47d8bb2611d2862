import type { RemoteModules } from '@vidlunnia/contracts';
import * as ApplicationForm from './application-form';
import * as ContactForm from './contact-form';

/** All that this remote exposes, checked against its contracts. */
export const exposes = { ApplicationForm, ContactForm } satisfies RemoteModules<'forms'>;
