import { readReleaseReport, untilPromoted, untilRejected } from '../../support/release-report';
import { expect, test } from '../../support/lone-shell';
import { ask } from '../../support/raw-http';

const NEXT = 'cccccccccccc';
const REJECTED = 'dddddddddddd';

test('a shell reports what is live, the previous releases and what it rejected, and no secrets', async ({
  lone,
}) => {
  await lone.start();
  const first = lone.teams.blog.current();
  lone.teams.blog.release(NEXT);
  await untilPromoted(lone.url, 'blog', NEXT);
  lone.teams.blog.release(REJECTED, (file, text) =>
    file === 'server/remoteEntry.js' ? `throw new Error('x');${text}` : text,
  );
  await untilRejected(lone.url, 'blog', REJECTED);

  const { headers, body } = await ask(`${lone.url}/-/releases`);
  expect(headers['content-type']).toContain('application/json');
  expect(headers['cache-control']).toBe('no-store');
  const report = await readReleaseReport(lone.url);
  const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(report.remotes['blog']).toMatchObject({
    live: { version: NEXT, since },
    previous: [{ version: first, since }],
    rejections: [{ version: REJECTED, step: 'render-test', at: since }],
  });
  expect(report.contract).toMatchObject({ versions: [1], modules: { blog: ['Teaser', 'Post', 'Archive'] } });
  const text = body.toString();
  for (const secret of [lone.data, lone.teams.blog.origin, lone.teams.blog.publicKey, lone.api.origin]) {
    expect(text).not.toContain(secret);
  }
});
