const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const decode = (text: string) =>
  text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (decimal) return String.fromCodePoint(Number(decimal));
      return ENTITIES[name ?? ''] ?? whole;
    },
  );

export type Attributes = Readonly<Record<string, string>>;

/** The head of a document, read from its text as crawlers do: no browser, no script. */
export class Head {
  readonly #head: string;

  constructor(html: string) {
    this.#head = html.slice(0, html.indexOf('</head>'));
    if (!this.#head.startsWith('<!doctype html>')) throw new Error('This is no document');
  }

  get title(): string {
    const titles = [...this.#head.matchAll(/<title>([^<]*)<\/title>/g)];
    if (titles.length !== 1) throw new Error(`There are ${String(titles.length)} titles`);
    return decode(titles[0]?.[1] ?? '');
  }

  /** Attributes of every element of a name. */
  elements(name: string): Attributes[] {
    return [...this.#head.matchAll(new RegExp(`<${name}((?:\\s+[\\w-]+(?:="[^"]*")?)*)\\s*>`, 'g'))].map(
      ([, attributes = '']) =>
        Object.fromEntries(
          [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
            key,
            decode(value),
          ]),
        ),
    );
  }

  /** Content of the one meta element with a name or property; `null` when there is none. */
  meta(name: string): string | null {
    const found = this.elements('meta').filter((meta) => meta['name'] === name || meta['property'] === name);
    if (found.length > 1) throw new Error(`There are ${String(found.length)} meta elements ${name}`);
    return found[0]?.['content'] ?? null;
  }

  /** The links of a relation. */
  links(rel: string): Attributes[] {
    return this.elements('link').filter((link) => link['rel'] === rel);
  }

  /** The structured data, parsed. */
  get data(): unknown[] {
    return [...this.#head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, text = '']): unknown => JSON.parse(text),
    );
  }
}
