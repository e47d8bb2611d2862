import { kyivTime } from '@vidlunnia/contracts';
import type { PreviewTexts } from '@vidlunnia/engine';
import { escaped } from '@vidlunnia/engine/server';

const CSS = `@layer pages{
#preview{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:var(--s-2) var(--s-5);padding:var(--s-3) max(var(--margin),(100% - 80rem)/2);background:var(--lilac-ground);color:var(--lilac-ink);font-size:var(--t-s);line-height:1.5}
#preview div{display:grid;flex:1 1 20rem;gap:var(--s-1)}
#preview button{min-block-size:2.75rem;padding:0.5rem 1.25rem;border:2px solid currentColor;border-radius:var(--r-pill);background:none;font-weight:600;cursor:pointer}
#preview :focus-visible{outline-color:var(--lilac-mark);border-radius:var(--r-pill)}
}
@media print{#preview{display:none}}`.replaceAll('\n', '');

const instant = kyivTime('long');

const REFUSED = {
  late: 'Час цього показу минув.',
  invalid:
    'Посилання змінене, з\u00a0іншого сайту, підписане ключем, якому ми вже не довіряємо, або показує те, чого на\u00a0сайті вже немає.',
};

/** Texts of previews, for the agency's people. */
export const previewTexts: PreviewTexts = {
  endForm: (action) => `<form action="${action}"><button>Завершити показ</button></form>`,
  failed: (step, reason, html) => ({
    title: 'Показати це не вдалося',
    words: `Відхилено на кроці ${step}: ${reason}`,
    html,
  }),
  refused: (reason) => ({
    title: 'Посилання на показ не діє',
    words: `${REFUSED[reason]} Попросіть нове в\u00a0того, хто його надіслав. Сайт, який бачать усі,\u00a0— на\u00a0головній.`,
  }),
  /** What is shown, from which commit, until when, and how to end it. */
  banner(items, endForm) {
    const lines = items.map(({ name, version, until, commit, provenance }) => {
      const end = instant.format(until).replaceAll(/(?<=\d) /g, '\u00a0');
      const parts = [`${name ?? 'чернетка змісту'}\u00a0${version} до\u00a0${end}`];
      if (commit !== null) parts.push(`коміт\u00a0${commit.slice(0, 8)}`);
      if (provenance?.difference) parts.push('зі\u00a0змінами після нього');
      return `<li>${escaped(parts.join(', ') + (provenance ? ` «${provenance.subject}»` : ''))}</li>`;
    });
    const html = [
      '<aside id="preview" aria-label="Показ до випуску"><div>',
      '<p><strong>Показ до випуску.</strong> Відвідувачі цього ще не бачать. Доки показ діє, форми звідси до\u00a0нас не\u00a0потрапляють.</p>',
      `<ul>${lines.join('')}</ul></div>`,
      `${endForm}</aside>`,
    ].join('');
    return { html, css: CSS };
  },
};
