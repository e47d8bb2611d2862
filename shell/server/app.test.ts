import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { startSite } from '../testing/site';

test('the operator’s document and alerts name only existing metrics', async () => {
  const read = (file: string) => readFileSync(path.join(__dirname, '../..', file), 'utf8');
  const texts = read('docs/operating.md') + read('deploy/alerts.yaml');
  const named = texts.match(/\b(?:shell|http|process|nodejs)_\w+/g) ?? [];
  const site = await startSite(undefined, { metricsPort: 0 });
  const known = new Set<string>((await site.metrics()).match(/(?<=^# TYPE )\w+/gm));
  expect(named.length).toBeGreaterThan(5);
  const isKnown = (name: string) => known.has(name.replace(/_(?:count|sum|bucket)$/, '')) || known.has(name);
  expect(named.filter((name) => !isKnown(name))).toEqual([]);
});
