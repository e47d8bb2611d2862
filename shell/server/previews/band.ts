import type { Live } from '../releases/live-set';
import { escaped } from '../pages/document';
import { PREVIEW_END_PATH, type Granted } from './preview-cookie';

/** The button that ends a preview, without scripts. */
export const END_FORM = `<form action="${PREVIEW_END_PATH}"><button>Завершити показ</button></form>`;

const CSS = `@layer pages{
#preview{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:var(--s-2) var(--s-5);padding:var(--s-3) max(var(--margin),(100% - 80rem)/2);background:var(--lilac-ground);color:var(--lilac-ink);font-size:var(--t-s);line-height:1.5}
#preview div{display:grid;flex:1 1 20rem;gap:var(--s-1)}
#preview button{min-block-size:2.75rem;padding:0.5rem 1.25rem;border:2px solid currentColor;border-radius:var(--r-pill);background:none;font-weight:600;cursor:pointer}
#preview :focus-visible{outline-color:var(--lilac-mark);border-radius:var(--r-pill)}
}
@media print{#preview{display:none}}`.replaceAll('\n', '');

const instant = new Intl.DateTimeFormat('uk-UA', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Kyiv',
});

/** Above every page of a preview: what is shown, from which commit, until when, and how to end it. */
export function band(
  releases: Live['releases'],
  grants: readonly Granted[],
): { readonly html: string; readonly css: string } {
  const items = grants.map(({ remote, version, until }) => {
    const { commit = null, provenance } = releases[remote] ?? {};
    const end = instant.format(until * 1000).replaceAll(/(?<=\d) /g, '\u00a0');
    const parts = [`${remote}\u00a0${version} до\u00a0${end}`];
    if (commit !== null) parts.push(`коміт\u00a0${commit.slice(0, 8)}`);
    if (provenance?.difference) parts.push('зі\u00a0змінами після нього');
    return `<li>${escaped(parts.join(', ') + (provenance ? ` «${provenance.subject}»` : ''))}</li>`;
  });
  const html = [
    '<aside id="preview" aria-label="Показ до випуску"><div>',
    '<p><strong>Показ до випуску.</strong> Відвідувачі цього ще не бачать. Доки показ діє, форми звідси до\u00a0нас не\u00a0потрапляють.</p>',
    `<ul>${items.join('')}</ul></div>`,
    `${END_FORM}</aside>`,
  ].join('');
  return { html, css: CSS };
}
