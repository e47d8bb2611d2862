import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { parseChecked } from '@vidlunnia/settings/checked';
import {
  ORIGIN_FILES,
  PointerSchema,
  RELEASE_LIMITS,
  ReleaseManifestSchema,
  SAFE_FILE,
  UnsignedPointerSchema,
  type Pointer,
  type ReleaseManifest,
  type ShellContract,
  type Step,
} from './release';
import { incompatibilities, styleProblems } from './shell-contract';
import { isPointerSignedBy, isSignedBy, sha384Of } from './signature';
import { inParallel } from './versioned-store';
import type { Remote } from '@vidlunnia/settings/topology';

/** Files of one release that are verified at once, because a distant origin takes long for each. */
const FILES_AT_ONCE = 8;
/** For a pointer, which has about 300 bytes, or a signature. */
export const SMALL_LIMIT_BYTES = 1_024;

/** A team in the host's configuration. */
export interface Team {
  readonly remote: Remote;
  /** Origin of its releases, without a trailing slash. */
  readonly origin: string;
  /** One of these keys must sign each of its releases. */
  readonly publicKeys: readonly string[];
}

/** The rejection of a release by a step. `reason` is public, so it lacks internal network addresses and paths. */
export class ReleaseRejected extends Error {
  override readonly name = 'ReleaseRejected';

  constructor(
    readonly step: Step,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`rejected at ${step}: ${reason}`, options);
  }
}

/** Converts an error of a step into its rejection. */
export function rejectedAt(step: Step, error: unknown): ReleaseRejected {
  if (error instanceof ReleaseRejected) return error;
  const failure = error instanceof Error && isSystemError(error.cause) ? error.cause : error;
  if (isSystemError(failure)) {
    // `ENOSPC: no space left on device, write '/srv/data/x'`
    const [what] = failure.message.split(',', 1);
    return new ReleaseRejected(step, `the host’s machine failed: ${String(what)}`, { cause: failure });
  }
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  const withoutFolders = line.replace(/(?<![\w.@-])(?:\/[\w.@-]+){2,}\/(?=[\w.-]+)/g, '');
  return new ReleaseRejected(step, withoutFolders, { cause: error });
}

/** Whether this is a system error of Node, whose message contains paths. */
export const isSystemError = (error: unknown): error is { readonly message: string } =>
  typeof error === 'object' && error !== null && 'syscall' in error && 'message' in error;

/**
 * Verifies a release: signature, manifest, every file's bytes, style sheets that stay inside the remote, and the
 * contract of this shell. `read` resolves to `null` for a missing file. `keep` gets each verified file; the signature
 * comes last. Rejects with `ReleaseRejected`, and when `read` or `keep` rejects.
 */
export async function verifyRelease(
  team: Team,
  version: string,
  contract: ShellContract,
  read: (file: string, limitBytes: number) => Promise<Buffer | null>,
  keep: (file: string, content: Buffer) => Promise<void> = () => Promise.resolve(),
): Promise<ReleaseManifest> {
  const readWhole = async (file: string, limitBytes: number) => {
    const content = await read(file, limitBytes);
    if (!content) throw reject(`${file} is missing`);
    return content;
  };
  const manifest = await readWhole(ORIGIN_FILES.manifest, RELEASE_LIMITS.manifest);
  const signature = await readWhole(ORIGIN_FILES.signature, SMALL_LIMIT_BYTES);
  // Verify the signature before trusting the manifest: no file that it names is read before.
  if (!isSignedBy(team.publicKeys, manifest, signature.toString('utf8')))
    throw reject(`it ${notSigned(team)}`);
  const release = readManifest(team, version, contract, manifest);
  await inParallel(Object.entries(release.files), FILES_AT_ONCE, async ([file, { size }]) => {
    const content = await readWhole(file, size);
    verifyFile(release, file, content);
    await keep(file, content);
  });
  await keep(ORIGIN_FILES.manifest, manifest);
  await keep(ORIGIN_FILES.signature, signature);
  return release;
}

/** The pointer in these bytes. Throws when it is malformed, or the team did not sign it. */
export function verifyPointer(team: Team, bytes: Buffer): Pointer {
  const pointer = parseChecked(PointerSchema, bytes, ORIGIN_FILES.pointer);
  if (isPointerSignedBy(team.publicKeys, team.remote.name, pointer)) return pointer;
  throw new Error(`${ORIGIN_FILES.pointer} ${notSigned(team)}`);
}

/** What a pointer of older commands asks for: during its rollout, the version before. `null` for any other pointer. */
export function readUnsignedPointer(bytes: Buffer): Pick<Pointer, 'version' | 'previous'> | null {
  const pointer = parseChecked(Type.Unknown(), bytes, ORIGIN_FILES.pointer);
  if (!Value.Check(UnsignedPointerSchema, pointer)) return null;
  const { version, previous, rollout } = pointer;
  if (previous === undefined) return { version };
  const isPartial = rollout && Date.parse(rollout.until) > Date.now();
  return isPartial ? { version: previous } : { version, previous };
}

const notSigned = ({ remote }: Team) =>
  `is not signed with a key of ${remote.folder} (${remote.publicKeyVariable} or REMOTES_FILE)`;

/** The release of this manifest. Throws `ReleaseRejected` when it contradicts itself or the contract. */
function readManifest({ remote }: Team, version: string, contract: ShellContract, bytes: Buffer) {
  try {
    const manifest = parseChecked(ReleaseManifestSchema, bytes, ORIGIN_FILES.manifest);
    const [contradiction] = contradictions(manifest, remote.name, version);
    if (contradiction !== undefined) throw reject(contradiction);
    const problems = incompatibilities(manifest, contract);
    if (problems.length > 0) throw reject(problems.join('; '));
    return manifest;
  } catch (error) {
    throw rejectedAt('verify', error);
  }
}

/** Throws `ReleaseRejected` when the bytes differ from the verified manifest, or a style reaches outside the remote. */
function verifyFile({ files, name }: ReleaseManifest, file: string, content: Buffer): void {
  const { size, sha384 } = files[file] ?? { size: 0, sha384: '' };
  if (content.length !== size)
    throw reject(`${file} has ${String(content.length)} bytes; the release names ${String(size)}`);
  if (sha384Of(content) !== sha384) throw reject(`${file} is not the file that the release names`);
  const [style] = file.endsWith('.css') ? styleProblems(name, content.toString('utf8')) : [];
  if (style !== undefined) throw reject(`${file}: ${style}`);
}

const reject = (reason: string) => new ReleaseRejected('verify', reason);

/** Why no shell accepts this manifest, whatever its contract. */
export function* contradictions(release: ReleaseManifest, name: string, version: string): Generator<string> {
  if (release.name !== name) yield `it is one of ${release.name}`;
  if (release.version !== version) yield `it calls itself ${release.version}`;
  // With another release's container name, the page would run that release's code.
  if (release.container !== `${name}_${version}`) yield `it calls its container ${release.container}`;
  const files = Object.entries(release.files);
  const unsafe = files.find(([file]) => !SAFE_FILE.test(file));
  if (unsafe) yield `“${unsafe[0]}” is not a valid file name in a release`;
  if (files.length > RELEASE_LIMITS.files) {
    yield `it has ${String(files.length)} files; ${String(RELEASE_LIMITS.files)} are allowed`;
  }
  const bytes = files.reduce((sum, [, { size }]) => sum + size, 0);
  if (bytes > RELEASE_LIMITS.bytes) {
    yield `its files have ${String(bytes)} bytes together; ${String(RELEASE_LIMITS.bytes)} are allowed`;
  }
  const needed = new Set([...browserFiles(release), release.serverEntry]);
  const unlisted = [...needed].filter((file) => !Object.hasOwn(release.files, file));
  if (unlisted.length > 0) yield `it needs files that it does not list: ${unlisted.join(', ')}`;
}

const browserFiles = ({ entry, modules }: ReleaseManifest): string[] => [
  entry,
  ...Object.values(modules).flatMap(({ js, css }) => [...js, ...css]),
];
