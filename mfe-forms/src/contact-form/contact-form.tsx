import { FORM_FIELDS, type ChosenService, type ModuleProps } from '@vidlunnia/contracts';
import { EmailField, PhoneField, SelectField, TextArea, TextField } from '../form/fields';
import { SubmissionForm } from '../form/submission-form';
import { useChosen, useForm } from '../form/use-form';
import { COPY } from './copy';

const FIELDS = FORM_FIELDS.contact;
const SERVICES = Object.entries(FIELDS.service_type.choices).map(([value, label]) => ({ value, label }));

export function ContactForm({ chosen: passedChoice, ...passed }: ModuleProps<'forms/ContactForm'>) {
  const chosen = passedChoice ?? null;
  const form = useForm('contact', passed.outcome, fillingOf(chosen));
  useChosen(chosen, form, (choice, previous) => {
    const { service_type, message } = fillingOf(choice);
    const { message: typed = '' } = form.texts();
    const isTyped = typed !== '' && typed !== fillingOf(previous).message;
    form.change({ service_type, message: isTyped ? typed : message });
  });
  return (
    <SubmissionForm {...passed} form={form} copy={COPY}>
      <TextField {...FIELDS.name} name="name" autoComplete="name" />
      <EmailField {...FIELDS.email} />
      <PhoneField {...FIELDS.phone} hours={passed.details.hours} />
      <TextField {...FIELDS.company} {...COPY.company} name="company" autoComplete="organization" />
      <SelectField {...FIELDS.service_type} {...COPY.service_type} name="service_type" options={SERVICES} />
      <TextArea {...FIELDS.message} {...COPY.message} name="message" rows={5} />
    </SubmissionForm>
  );
}

/** The values that a link sets: the service, or the beginning of the message if the form does not list the service. */
function fillingOf(chosen: ChosenService | null) {
  const service = chosen?.service ?? '';
  if (service === '' || service in FIELDS.service_type.choices) return { service_type: service, message: '' };
  return { service_type: '', message: `${service}: ` };
}
