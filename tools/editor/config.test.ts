import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { Type, type TSchema } from '@sinclair/typebox';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { hostedBackend } from './backend';
import { editorConfig, fieldsOf } from './config';
import { POSTS, SINGLE_FILES } from './files';

test('every content file has a form', () => {
  const namesIn = (folder: string) => readdirSync(path.join(repositoryRoot(), folder));
  const files = namesIn('api/content').filter((name) => name.endsWith('.json'));
  const forms = SINGLE_FILES.map(({ form }) => form['file']);
  expect(forms.sort()).toEqual([...files.map((name) => `api/content/${name}`), 'shared/content/owner.json']);
  expect(namesIn(POSTS.form.folder).join()).toContain(`.${POSTS.form.extension}`);
});

test.each([POSTS, ...SINGLE_FILES])('$form.name has a form, and names each limit', ({ schema }) => {
  const shown = Object.entries(schema.properties).filter(([, each]) => each['editor'] !== 'hidden');
  expect(fieldsOf(schema).map(({ name }) => name)).toEqual(shown.map(([name]) => name));
  const unnamed: unknown[] = [];
  JSON.stringify(schema, (_, each: unknown) => {
    const { pattern, format, rule } = Object(each) as TSchema;
    if ((pattern ?? format) !== undefined && typeof rule !== 'string') unnamed.push(each);
    return each;
  });
  expect(unnamed).toEqual([]);
});

test.each(SINGLE_FILES)('$form.file is as the editor would save it', ({ form }) => {
  const text = readFileSync(path.join(repositoryRoot(), String(form['file'])), 'utf8');
  expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
});

const text = (more: object) => Type.String({ title: 'Назва', ...more });
const named = expect.objectContaining({ name: 'name' });
const option = (value: string, label: string) => ({ value, label });

test.each<[string, TSchema, object]>([
  ['a text', text({}), { widget: 'string' }],
  ['a pattern', text({ pattern: '^a', rule: 'слово на а' }), { pattern: ['^a', 'Має бути слово на а'] }],
  ['a hint', text({ description: 'Підказка' }), { hint: 'Підказка' }],
  ['a limit', text({ maxLength: 5 }), { maxlength: 5 }],
  ['several lines', text({ editor: 'text' }), { widget: 'text' }],
  ['a picture', text({ editor: 'image' }), { widget: 'image' }],
  ['a moment', text({ editor: 'datetime' }), { widget: 'datetime', input_timezone: 'Europe/Kyiv' }],
  ['an option', Type.Optional(Type.Boolean({ title: 'Так' })), { widget: 'boolean', required: false }],
  ['a number', Type.Integer({ title: 'Ціна', exclusiveMinimum: 0, maximum: 9 }), { min: 1, max: 9 }],
  [
    'a choice',
    Type.Union([Type.Literal('a', { title: 'А' }), Type.Literal('b')], { title: 'Вибір' }),
    { widget: 'select', options: [option('a', 'А'), option('b', 'b')] },
  ],
  ['a list of texts', Type.Array(Type.String(), { title: 'Перелік' }), { widget: 'list' }],
  [
    'a list of things, named by their first field',
    Type.Array(Type.Object({ name: text({}) }), { title: 'Люди' }),
    { widget: 'list', summary: '{{fields.name}}', fields: [named] },
  ],
  ['a group', Type.Object({ name: text({}) }, { title: 'Група' }), { widget: 'object', fields: [named] }],
])('%s becomes a field', (_, schema, field) => {
  expect(fieldsOf(Type.Object({ it: schema }))).toEqual([expect.objectContaining(field)]);
});

test('a property without a label, or of a type that no widget fits, is named', () => {
  for (const it of [Type.String(), Type.Null({ title: 'Нічого' })])
    expect(() => fieldsOf(Type.Object({ it }))).toThrow('“it”');
});

test('a hosted editor commits to its branch and requests only its host', () => {
  const server = 'https://git.example';
  const where = { repository: 'agency/site', backend: 'gitea', branch: 'main' };
  const { backend, hosts } = hostedBackend({ ...where, server: `${server}/`, 'app-id': 'id' });
  expect(editorConfig(backend, 'https://vidlunnia.example', false)).toMatchObject({
    site_url: 'https://vidlunnia.example',
    collections: [{ preview_path: '/blog/{{slug}}' }],
    backend: { name: 'gitea', repo: 'agency/site', branch: 'main', app_id: 'id', auth_methods: ['oauth'] },
  });
  expect(backend).toMatchObject({ base_url: server, api_root: `${server}/api/v1` });
  expect(hosts).toEqual([server]);
});

test('the editor of this machine opens pages through its own server', () => {
  const config = editorConfig({}, 'https://vidlunnia.example', true);
  expect(config).toMatchObject({
    display_url: 'https://vidlunnia.example',
    collections: [{ preview_path: '/on-site/blog/{{slug}}' }],
  });
  expect(config).not.toHaveProperty('site_url');
  for (const { preview_path: page } of config.singletons) expect(page).toMatch(/^\/on-site\//);
});

test('an unknown host, and no repository, are errors', () => {
  const hosted = (options: object) => () => hostedBackend({ branch: 'main', backend: 'github', ...options });
  expect(hosted({ repository: 'a/b', backend: 'svn' })).toThrow('--backend');
  expect(hosted({})).toThrow('--repository');
});
