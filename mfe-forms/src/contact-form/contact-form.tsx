import { FORM_FIELDS, type ModuleProps } from '@vidlunnia/contracts';
import { useRef } from 'react';
import { SelectField, TextArea, TextField } from '../form/fields';
import { SubmissionForm } from '../form/submission-form';
import { useChosenOption } from '../form/use-chosen-option';
import { COPY } from './copy';

const FIELDS = FORM_FIELDS.contact;
const SERVICES = Object.entries(FIELDS.service_type.choices).map(([value, label]) => ({ value, label }));

export function ContactForm({ chosen, ...passed }: ModuleProps<'forms/ContactForm'>) {
  const form = useRef<HTMLFormElement>(null);
  const returned = passed.outcome?.values['service_type'];
  const [service, setService] = useChosenOption(chosen ?? null, chosen?.service, returned, form);
  return (
    <SubmissionForm
      {...passed}
      ref={form}
      name="contact"
      copy={COPY}
      onReset={() => {
        setService('');
      }}
    >
      <TextField {...FIELDS.name} name="name" autoComplete="name" half />
      <TextField {...FIELDS.email} name="email" autoComplete="email" half />
      <TextField {...FIELDS.phone} {...COPY.phone} name="phone" type="tel" autoComplete="tel" half />
      <TextField {...FIELDS.company} {...COPY.company} name="company" autoComplete="organization" half />
      <SelectField
        {...FIELDS.service_type}
        {...COPY.service_type}
        name="service_type"
        options={SERVICES}
        value={service}
        onChange={setService}
      />
      <TextArea {...FIELDS.message} {...COPY.message} name="message" rows={5} />
    </SubmissionForm>
  );
}
