import { fieldsOf, type ContactMessage, type FormName, type JobApplication } from '@vidlunnia/contracts';

export type Payload = JobApplication & ContactMessage;

/** The form's payload: a text for each of its fields. */
export const payloadOf = (form: FormName, text: (name: string) => string): Payload =>
  Object.fromEntries(Object.keys(fieldsOf(form)).map((name) => [name, text(name)])) as Payload;

/** Typed value of a field by name; empty when there is none. */
export const textsOf = (form: HTMLFormElement) => {
  const data = new FormData(form);
  return (name: string) => {
    const value = data.get(name);
    // Some browsers return line breaks as CRLF here, which would count double for the API's limit.
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
  };
};
