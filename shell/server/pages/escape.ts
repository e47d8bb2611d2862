const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text between tags of HTML or XML, or a double-quoted attribute value. */
export const escaped = (value: string): string => value.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** JSON inside a script element: cannot end the element or begin a comment. */
export const embeddedJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
