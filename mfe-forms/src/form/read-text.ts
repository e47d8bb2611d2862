/**
 * A field's value as typed, empty when there is none. Some browsers give a text area's line breaks as CRLF here,
 * which would count double against the API's limit.
 */
export const readText = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
};
