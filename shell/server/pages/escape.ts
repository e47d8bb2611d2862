const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text between tags. */
export const text = (value: string): string => value.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);

/** Value of a double-quoted attribute. */
export const attribute = (value: string): string =>
  value.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** JSON inside a script element: no sign in it can end the element or begin a comment. */
export const embeddedJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
