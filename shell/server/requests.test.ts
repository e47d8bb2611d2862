import { expect, test } from '@jest/globals';
import { startLocalServer } from '@vidlunnia/settings/testing/local-server';
import { later } from '@vidlunnia/engine/testing/site';
import { requestReader } from './requests';

const read = requestReader('http://127.0.0.1:1');
const HOME = { page: { kind: 'home' } };
const SENT = {
  ...HOME,
  input: { submission: { form: 'contact', accepted: true, values: {} } },
  variant: 'contact',
};
const CHOSEN = { ...HOME, input: { service: 'smm' }, variant: ' smm' };

test.each<[string, object]>([
  ['/', HOME],
  ['/?utm_source=mail', HOME],
  ['/?sent=nothing', HOME],
  ['/?service=', HOME],
  ['/?sent=contact&a=1', SENT],
  ['/?service=analytics&sent=contact', SENT],
  ['/?a=1&service=smm', CHOSEN],
  ['/?service=smm&b=1', CHOSEN],
  ['/blog/1?service=smm&sent=contact', { page: { kind: 'post', params: { postId: '1' } } }],
  ['//evil.example/?sent=contact', { page: { kind: 'unknown' } }],
])(
  'only a sent form and, on the home page, a chosen service distinguish pages of one address: %s',
  async (url, request) => {
    expect(await read(url)).toEqual(request);
  },
);

const SERVICE = { title: 'SEO-просування', description: '', icon_url: '', features: [] };
const target = `/?service=${encodeURIComponent(SERVICE.title)}&a=1`;
const WITH_SERVICE = { ...HOME, input: { service: SERVICE.title }, variant: ` ${SERVICE.title}` };

test('a service that the contact form does not list has a page if the API’s last response has it; many visitors share one request', async () => {
  let isDown = false;
  const api = await startLocalServer((_, response) => {
    response.writeHead(isDown ? 500 : 200).end(isDown ? '' : JSON.stringify([SERVICE]));
  });
  const ofApi = requestReader(api.origin);
  const both = () => Promise.all([target, target].map(ofApi));
  expect(await both()).toEqual([WITH_SERVICE, WITH_SERVICE]);
  expect(api.received.map(({ url }) => url)).toEqual(['/api/services']);
  isDown = true;
  later(5_001);
  expect(await both()).toEqual([WITH_SERVICE, WITH_SERVICE]);
});

test.each([
  ['made up', '[]'],
  ['unknown because the API is broken', '{}'],
])('a service that is %s redirects to the home page with the rest of the query', async (_, answer) => {
  const api = await startLocalServer((_request, response) => response.end(answer));
  expect(await requestReader(api.origin)(target)).toEqual({ redirect: '/?a=1' });
});
