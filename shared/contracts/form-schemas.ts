import { Type } from '@sinclair/typebox';
import {
  fieldsOf,
  PROOF_LIMITS,
  SOURCE_FIELDS,
  type ContactMessage,
  type FormField,
  type FormName,
  type JobApplication,
  type Source,
} from './forms.ts';

/**
 * Values that `<input type="email">` accepts, by the HTML standard's expression:
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const EMAIL_PATTERN =
  "^[a-zA-Z0-9.!#$%&'*+\\/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$";

/** At least one character that is not white space. Text is stored as typed. */
const NOT_BLANK = '\\S';

function fieldSchema({ max, required, email, choices }: Omit<FormField, 'label'>) {
  const least = required ? { minLength: 1, pattern: NOT_BLANK } : {};
  const value = choices
    ? Type.Union([...(required ? [] : ['']), ...Object.keys(choices)].map((each) => Type.Literal(each)))
    : Type.String({ maxLength: max, ...least, ...(email && { pattern: EMAIL_PATTERN }) });
  return required ? value : Type.Optional(value);
}

const propertiesOf = (fields: Readonly<Record<string, Omit<FormField, 'label'>>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]));

/**
 * Payload of a form: its fields, its proof against spam, and the visit's source, which scripts add. Unknown fields are
 * allowed, because newer forms send them.
 */
function formSchema<Payload>(form: FormName, $id: string) {
  const fields = {
    ...fieldsOf(form),
    token: { max: PROOF_LIMITS.token },
    website: { max: PROOF_LIMITS.website },
  };
  const source = Type.Optional(Type.Object(propertiesOf(SOURCE_FIELDS)));
  return Type.Unsafe<Payload & { readonly source?: Source }>(
    Type.Object({ ...propertiesOf(fields), source }, { $id }),
  );
}

export const JobApplicationSchema = formSchema<JobApplication>('application', 'JobApplication');
export const ContactMessageSchema = formSchema<ContactMessage>('contact', 'ContactMessage');
