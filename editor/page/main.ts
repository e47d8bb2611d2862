import CMS from '@sveltia/cms';
import { PostPreview } from './post-preview';
import { withoutEmpty } from './without-empty';

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

void CMS.init();
