import CMS from '@sveltia/cms';
import { PostPreview } from './post-preview';

CMS.registerPreviewStyle(new URL('main.css', import.meta.url).href);
CMS.registerPreviewTemplate('posts', PostPreview);

// Rich text loses the alignment of columns, so a table stays Markdown.
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
  handler: ({ entry }) => {
    const data = withoutEmpty(entry.get('data').toJS());
    const isEdit = entry.get('collection') === 'posts' && entry.get('newRecord') !== true;
    const updated_at = `${new Date().toISOString().slice(0, 19)}Z`;
    return entry.set('data', isEdit ? Object.assign({}, data, { updated_at }) : data);
  },
});

/**
 * An entry without empty fields and switches that are off; only optional fields can be empty. Sveltia's own option keeps
 * switches, and drops objects with empty fields.
 */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, each]) => !EMPTY.has(each));
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutEmpty(each)]));
}
const EMPTY = new Set<unknown>(['', null, undefined, false]);

void CMS.init();
