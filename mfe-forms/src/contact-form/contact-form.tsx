import { FORM_FIELDS, type ChosenService, type ModuleProps } from '@vidlunnia/contracts';
import { useRef, useState } from 'react';
import { EmailField, PhoneField, SelectField, TextArea, TextField } from '../form/fields';
import { SubmissionForm } from '../form/submission-form';
import { useChosenOption } from '../form/use-chosen-option';
import { COPY } from './copy';

const FIELDS = FORM_FIELDS.contact;
const SERVICES = Object.entries(FIELDS.service_type.choices).map(([value, label]) => ({ value, label }));

export function ContactForm({ chosen: passedChoice, ...passed }: ModuleProps<'forms/ContactForm'>) {
  const form = useRef<HTMLFormElement>(null);
  const chosen = passedChoice ?? null;
  const returned = passed.outcome?.values['service_type'];
  const { option, beginning } = meaningOf(chosen);
  const [initial] = useState({ message: beginning });
  /** What the last link began the message with, to tell it from what the visitor has typed. */
  const begun = useRef(beginning);
  const [service, setService] = useChosenOption(chosen, option, returned, form, () => {
    const message = form.current?.elements.namedItem('message');
    if (message instanceof HTMLTextAreaElement && ['', begun.current].includes(message.value))
      message.value = beginning;
    begun.current = beginning;
  });
  return (
    <SubmissionForm
      {...passed}
      ref={form}
      name="contact"
      copy={COPY}
      initial={initial}
      onReset={() => {
        setService('');
      }}
    >
      <TextField {...FIELDS.name} name="name" autoComplete="name" half />
      <EmailField {...FIELDS.email} />
      <PhoneField {...FIELDS.phone} hours={passed.details.hours} />
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

/** The option of a chosen service. One that the form does not list leaves the choice empty, and begins the message. */
function meaningOf(chosen: ChosenService | null) {
  if (chosen === null) return { option: undefined, beginning: '' };
  const { service } = chosen;
  return service in FIELDS.service_type.choices
    ? { option: service, beginning: '' }
    : { option: '', beginning: `${service}: ` };
}
