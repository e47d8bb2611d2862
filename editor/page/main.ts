import CMS from '@sveltia/cms';
import { PostPreview } from './post-preview';

CMS.registerPreviewStyle(new URL('main.css', import.meta.url).href);
CMS.registerPreviewTemplate('posts', PostPreview);

// Rich text loses the alignment of a table's columns: a table stays as it is written.
CMS.registerEditorComponent({
  id: 'table',
  label: 'Таблиця',
  icon: 'table',
  fields: [
    {
      name: 'rows',
      label: 'Рядки',
      widget: 'text',
      hint: 'Клітинки відокремлює |. Другий рядок вирівнює стовпці: --- ліворуч, ---: праворуч.',
      default: '| Що | Скільки |\n| --- | ---: |\n|  |  |',
    },
  ],
  pattern: /^(?<rows>\|.*\|[ \t]*\n\|[-:| \t]+\|[ \t]*(?:\n\|.*\|[ \t]*)*)$/m,
  toBlock: ({ rows = '' }) => rows,
  toPreview: ({ rows = '' }) => rows,
});

CMS.registerEventListener({
  name: 'preSave',
  handler: ({ entry }) => entry.set('data', withoutEmpty(entry.get('data').toJS())),
});

/**
 * An entry as its file has it: without empty fields and switches that are off. All of these are optional, since a form
 * with an empty required field is not saved. Sveltia's own option keeps switches, and drops objects with empty fields.
 */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, each]) => !EMPTY.has(each));
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutEmpty(each)]));
}
const EMPTY = new Set<unknown>(['', null, undefined, false]);

void CMS.init();
