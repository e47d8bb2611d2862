import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';
import { listProofs, proofNotes, startProof } from './proofs';

const at = (file: string) => path.join(repositoryRoot(), file);

test.each(listProofs())('$proof is a script, and the files that it covers exist', ({ proof, covers }) => {
  const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { readonly scripts: object };
  expect(Object.keys(scripts)).toContain(proof.split(' ')[0]);
  expect(covers.split(' ').filter((file) => !existsSync(at(file)))).toEqual([]);
});

test('a green run is recorded at its commit, and the note counts the files that have changed since', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'proofs-'));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const include = '[{ proof: fuzz -- --seed 1, covers: api e2e }]';
  write('.github/workflows/check.yml', `jobs: { proofs: { strategy: { matrix: { include: ${include} } } } }`);
  write('docs/proofs.json', '{}');
  write('api/a.ts', '');
  execFileSync('sh', ['-c', 'git init -q && git add . && git -c user.name=a -c user.email=a commit -qm a'], {
    cwd: root,
  });
  startProof('fuzz', ['--seed', '2'], root)();
  expect(proofNotes(root)).toEqual(['fuzz -- --seed 1 has no green run on record: run it']);

  startProof('fuzz', ['--seed', '1'], root)();
  expect(proofNotes(root)).toEqual([]);

  write('api/a.ts', 'changed');
  write('shell/b.ts', 'not covered');
  const note =
    /^fuzz -- --seed 1 was last green at \w{7}; 1 files that it covers have changed since: run it$/;
  expect(proofNotes(root)).toEqual([expect.stringMatching(note)]);

  write('docs/proofs.json', '{ "fuzz -- --seed 1": { "commit": "0123456789" } }');
  // The tree has changes.
  startProof('fuzz', ['--seed', '1'], root)();
  expect(proofNotes(root)).toEqual([expect.stringContaining('0123456; this clone lacks that commit')]);
});
