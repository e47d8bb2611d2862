const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text between tags of HTML or XML, or value of a double-quoted attribute. */
export const escaped = (value: string): string => value.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** JSON inside a script element: no sign in it can end the element or begin a comment. */
export const embeddedJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
