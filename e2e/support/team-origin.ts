import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RemoteName } from '@vidlunnia/shared/contracts';
import { ORIGIN_FILES, type Release } from '@vidlunnia/shared/contracts/release';
import { makeKeyPair, signDescription } from '@vidlunnia/shared/release';
import { remotes } from '@vidlunnia/shared/topology';
import { repository } from './command';
import { startLocalServer, type LocalServer } from './local-server';

/** A team's origin with the release that is built, and others made from it, all of them signed. */
export interface TeamOrigin extends LocalServer {
  /** With which its releases are signed. */
  readonly publicKey: string;
  /** Version that its pointer names. */
  current(): string;
  /**
   * Releases the built code under another version, with changes in it: `change` gives each text file's new text.
   * Everything else about the release is right: names, sizes, hashes.
   */
  release(version: string, change?: (file: string, text: string) => string): void;
  /** Points at a release that is there already. */
  pointAt(version: string): void;
  /** Lets a release be gone from the origin, until it is remembered. */
  forget(version: string): void;
  remember(version: string): void;
}

const COMPRESSED = /\.(?:br|gz)$/;
const ENTRY = 'client/remoteEntry.js';
const TEXT = /\.(?:js|css|json|txt)$/;

/** `root` is the repository, or a copy of it, where the team’s package was built. */
export async function startTeamOrigin(name: RemoteName, root = repository): Promise<TeamOrigin> {
  const dist = path.join(root, remotes[name].folder, 'dist');
  const built = await readFile(path.join(dist, '.version'), 'utf8');
  const { privateKey, publicKey } = makeKeyPair();
  const files = await readFiles(path.join(dist, built));
  const releases = new Map([[built, signed(files, privateKey)]]);
  const gone = new Set<string>();
  let current = built;

  const server = await startLocalServer((request, response) => {
    const [, version = '', ...rest] = (request.url ?? '').split('/');
    const body =
      version === ORIGIN_FILES.pointer
        ? Buffer.from(JSON.stringify({ version: current }))
        : !gone.has(version) && releases.get(version)?.get(rest.join('/'));
    if (body) response.writeHead(200).end(body);
    else response.writeHead(404).end();
  });

  return {
    ...server,
    publicKey,
    current: () => current,
    pointAt: (version) => {
      current = version;
    },
    forget: (version) => void gone.add(version),
    remember: (version) => void gone.delete(version),
    release: (version, change = (_, text) => text) => {
      releases.set(version, signed(renamed(files, built, version, change), privateKey));
      current = version;
    },
  };
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pairs = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(folder, file), await readFile(file)] as const;
    });
  return new Map(await Promise.all(pairs));
}

function signed(files: ReadonlyMap<string, Buffer>, privateKey: string): ReadonlyMap<string, Buffer> {
  const signature = signDescription(descriptionOf(files), privateKey);
  return new Map([...files, [ORIGIN_FILES.signature, Buffer.from(signature)]]);
}

function descriptionOf(files: ReadonlyMap<string, Buffer>): Buffer {
  const description = files.get(ORIGIN_FILES.description);
  if (!description) throw new Error('The release has no description');
  return description;
}

/** The version stands in a release's code as well: container, chunk registry, class names. */
function renamed(
  files: ReadonlyMap<string, Buffer>,
  from: string,
  to: string,
  change: (file: string, text: string) => string,
): Map<string, Buffer> {
  const result = new Map<string, Buffer>();
  for (const [file, bytes] of files) {
    // Compressed copies would tell of the release as it was built.
    if (COMPRESSED.test(file)) continue;
    const text = () => bytes.toString('utf8').replaceAll(from, to);
    result.set(file, TEXT.test(file) ? Buffer.from(change(file, text())) : bytes);
  }
  keepChecked(files, result);
  const described = JSON.parse(descriptionOf(result).toString('utf8')) as Release;
  const listed = Object.keys(described.files).filter((file) => !COMPRESSED.test(file));
  const facts = listed.map((file) => [file, factsOf(result.get(file))]);
  result.set(
    ORIGIN_FILES.description,
    Buffer.from(JSON.stringify({ ...described, files: Object.fromEntries(facts) as object })),
  );
  return result;
}

/** The entry of a release checks the scripts and style sheets that it asks for: it has to know those that changed. */
function keepChecked(before: ReadonlyMap<string, Buffer>, after: Map<string, Buffer>): void {
  let entry = after.get(ENTRY)?.toString('utf8') ?? '';
  for (const [file, bytes] of before) {
    if (after.has(file)) entry = entry.replace(factsOf(bytes).sha384, factsOf(after.get(file)).sha384);
  }
  after.set(ENTRY, Buffer.from(entry));
}

function factsOf(bytes: Buffer | undefined) {
  if (!bytes) throw new Error('The release names a file that it has not');
  return { size: bytes.length, sha384: createHash('sha384').update(bytes).digest('base64') };
}
