/**
 * Fields of an urlencoded form. Line breaks become the single ones that a script would send: a form on its own way
 * doubles them (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-the-form-data-set).
 */
export const formValues = (body: string): Record<string, string> =>
  Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [name, value.replace(/\r\n?/g, '\n')]),
  );
