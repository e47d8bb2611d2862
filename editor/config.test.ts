import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { Type, type TObject, type TSchema } from '@sinclair/typebox';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { hostedBackend } from './backend';
import { editorConfig, fieldsOf, type Field } from './config';
import { POSTS, SINGLE_FILES } from './files';

test('every content file has a form', () => {
  const packages = readdirSync(repositoryRoot()).filter((name) => /^(api|mfe-.*)$/.test(name));
  const files = packages
    .map((name) => `${name}/content`)
    .filter((folder) => existsSync(path.join(repositoryRoot(), folder)))
    .flatMap((folder) => readdirSync(path.join(repositoryRoot(), folder)).map((name) => `${folder}/${name}`))
    .filter((file) => file.endsWith('.json'));
  const forms = SINGLE_FILES.map(({ form }) => form['file']);
  expect([...forms].sort()).toEqual([...files, 'shared/content/owner.json'].sort());
  const posts = readdirSync(path.join(repositoryRoot(), POSTS.form.folder));
  expect(posts.some((name) => name.endsWith(POSTS.form.extension))).toBe(true);
});

/** All properties of a schema, by their paths. */
function propertiesOf(schema: TSchema, at = ''): (readonly [string, TSchema])[] {
  const item = schema['items'] as TSchema | undefined;
  if (item) return propertiesOf(item, at);
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, TSchema>);
  return properties.flatMap(([name, each]) => [
    [`${at}/${name}`, each] as const,
    ...propertiesOf(each, `${at}/${name}`),
  ]);
}
/** Names of all fields of a form, as paths. */
const fieldNames = (fields: readonly Field[], at = ''): string[] =>
  fields.flatMap(({ name, fields: inner = [] }) => [`${at}/${name}`, ...fieldNames(inner, `${at}/${name}`)]);

test.each([POSTS, ...SINGLE_FILES])(
  'the form of $form.name has a field for every property, and names each limit',
  ({ schema }) => {
    const properties = propertiesOf(schema);
    expect(fieldNames(fieldsOf(schema))).toEqual(properties.map(([name]) => name));
    for (const [name, property] of properties)
      if ('pattern' in property || 'format' in property)
        expect([name, property['rule']]).toEqual([name, expect.any(String)]);
  },
);

test.each(SINGLE_FILES)('$form.file is as the editor would save it', ({ form }) => {
  const text = readFileSync(path.join(repositoryRoot(), String(form['file'])), 'utf8');
  expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
});

const text = (more: object) => Type.String({ title: 'Назва', ...more });

test.each<[string, TSchema, object]>([
  ['a text', text({}), { widget: 'string' }],
  [
    'a pattern, with its rule',
    text({ pattern: '^a', rule: 'слово на а' }),
    { pattern: ['^a', 'Має бути слово на а'] },
  ],
  ['a hint', text({ description: 'Підказка' }), { hint: 'Підказка' }],
  ['a limit', text({ maxLength: 5 }), { maxlength: 5 }],
  ['several lines', text({ editor: 'text' }), { widget: 'text' }],
  ['a picture', text({ editor: 'image' }), { widget: 'image' }],
  ['a day', text({ editor: 'date' }), { widget: 'datetime', type: 'date' }],
  ['a moment', text({ editor: 'datetime' }), { widget: 'datetime', input_timezone: 'Europe/Kyiv' }],
  [
    'an optional field',
    Type.Optional(Type.Boolean({ title: 'Так' })),
    { widget: 'boolean', required: false },
  ],
  [
    'a number above another',
    Type.Integer({ title: 'Ціна', exclusiveMinimum: 0, maximum: 9 }),
    { widget: 'number', min: 1, max: 9 },
  ],
  [
    'a choice',
    Type.Union([Type.Literal('a', { title: 'А' }), Type.Literal('b')], { title: 'Вибір' }),
    {
      widget: 'select',
      options: [
        { value: 'a', label: 'А' },
        { value: 'b', label: 'b' },
      ],
    },
  ],
  ['a list of texts', Type.Array(Type.String(), { title: 'Перелік' }), { widget: 'list' }],
  [
    'a list of things, named by their first field',
    Type.Array(Type.Object({ name: text({}) }), { title: 'Люди' }),
    { widget: 'list', summary: '{{fields.name}}', fields: [expect.objectContaining({ name: 'name' })] },
  ],
])('%s becomes a field', (_, schema, field) => {
  expect(fieldsOf(Type.Object({ it: schema }))).toEqual([expect.objectContaining(field)]);
});

test.each<[string, TObject]>([
  ['without a label', Type.Object({ it: Type.String() })],
  ['of a type that no widget fits', Type.Object({ it: Type.Null({ title: 'Нічого' }) })],
])('a property %s is named', (_, schema) => {
  expect(() => fieldsOf(schema)).toThrow('“it”');
});

test('a hosted editor commits to its branch and requests only its host', () => {
  const { backend, hosts } = hostedBackend({
    repository: 'agency/site',
    backend: 'gitea',
    branch: 'main',
    server: 'https://git.example/',
    'app-id': 'id',
  });
  const config = editorConfig(backend, 'https://vidlunnia.example', false);
  expect(config).toMatchObject({
    site_url: 'https://vidlunnia.example',
    collections: [{ preview_path: '/blog/{{slug}}' }],
  });
  expect(config.backend).toEqual({
    name: 'gitea',
    repo: 'agency/site',
    branch: 'main',
    auth_methods: ['oauth'],
    base_url: 'https://git.example',
    api_root: 'https://git.example/api/v1',
    app_id: 'id',
  });
  expect(hosts).toEqual(['https://git.example']);
});

test('the editor of this machine opens pages through its own server', () => {
  const config = editorConfig({}, 'https://vidlunnia.example', true);
  expect(config).toMatchObject({
    display_url: 'https://vidlunnia.example',
    collections: [{ preview_path: '/on-site/blog/{{slug}}' }],
  });
  expect(config).not.toHaveProperty('site_url');
  const singles = config.singletons.map(({ preview_path: page }) => page);
  expect(singles.filter((page) => !page.startsWith('/on-site/'))).toEqual([]);
});

test.each([
  ['an unknown host', { repository: 'a/b', backend: 'svn' }, '--backend'],
  ['no repository', { repository: undefined, backend: 'github' }, '--repository'],
])('%s is an error', (_, options, word) => {
  expect(() => hostedBackend({ branch: 'main', ...options })).toThrow(word);
});
