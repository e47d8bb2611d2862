import CMS from '@sveltia/cms';
import { PostPreview } from './post-preview';
import { savedMarkdown } from './saved-markdown';

CMS.registerPreviewStyle(new URL('main.css', import.meta.url).href);
CMS.registerPreviewTemplate('posts', PostPreview);

// Rich text loses the alignment of columns and the lines of a listing, so these stay Markdown.
const BLOCKS = [
  {
    id: 'table',
    label: 'Таблиця',
    icon: 'table',
    hint: 'Клітинки відокремлює |. Другий рядок вирівнює стовпці: --- ліворуч, ---: праворуч.',
    default: '| Що | Скільки |\n| --- | ---: |\n|  |  |',
    pattern: /^(?<rows>\|.*\|[ \t]*\n\|[-:| \t]+\|[ \t]*(?:\n\|.*\|[ \t]*)*)$/m,
  },
  {
    id: 'listing',
    label: 'Текст як є',
    icon: 'code',
    hint: 'Між рядками з ``` нічого не змінюється: пробіли, зірочки, теги.',
    default: '```\n\n```',
    pattern: /^(?<rows>```\n(?:.*\n)*?```)$/m,
  },
];
for (const { id, label, icon, pattern, ...field } of BLOCKS)
  CMS.registerEditorComponent({
    ...{ id, label, icon, pattern },
    fields: [{ name: 'rows', label: 'Рядки', widget: 'text', ...field }],
    toBlock: ({ rows = '' }) => rows,
    toPreview: ({ rows = '' }) => rows,
  });

CMS.registerEventListener({
  name: 'preSave',
  handler: ({ entry }) => {
    const data = savedData(entry.get('data').toJS());
    const isEdit = entry.get('collection') === 'posts' && entry.get('newRecord') !== true;
    const updated_at = `${new Date().toISOString().slice(0, 19)}Z`;
    return entry.set('data', isEdit ? Object.assign({}, data, { updated_at }) : data);
  },
});

function savedData(data: unknown): unknown {
  const kept = withoutEmpty(data);
  if (typeof kept !== 'object' || kept === null || !('body' in kept)) return kept;
  return { ...kept, body: savedMarkdown(String(kept.body)) };
}

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
