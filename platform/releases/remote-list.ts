import { Type, type Static } from '@sinclair/typebox';
import { parseAddress } from '@vidlunnia/settings';
import { parseChecked } from '@vidlunnia/settings/checked';
import { REMOTE_NAME, REMOTE_NAME_RULE, ZonePlaceSchema } from '@vidlunnia/settings/topology';

/** Maximum size of the file in bytes. A list of fifty remotes has about twenty thousand. */
export const REMOTE_LIST_LIMIT = 64 * 1024;

const STRICT = { additionalProperties: false };

/** Messages never repeat a wrong key, because it may be private. */
const PublicKeySchema = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  rule: 'an Ed25519 public key, 43 characters of base64url',
  secret: true,
});

const RemoteSchema = Type.Object(
  {
    name: Type.String({ pattern: REMOTE_NAME.source, rule: REMOTE_NAME_RULE }),
    origin: Type.String({ maxLength: 500 }),
    /** Ed25519, 43 characters of base64url each. One of these keys must sign each release. */
    publicKeys: Type.Array(PublicKeySchema, { minItems: 1, maxItems: 5 }),
    zones: Type.Array(ZonePlaceSchema, { maxItems: 10 }),
  },
  STRICT,
);

/** Not strict, because former, signed lists have a serial. */
const RemoteListSchema = Type.Object({ remotes: Type.Array(RemoteSchema, { maxItems: 50 }) });

/** The operator's list of remotes. It overrides other configuration of the same remotes. */
export type RemoteList = Static<typeof RemoteListSchema>;
export type ListedRemote = RemoteList['remotes'][number];

/** Serialises a list for its file. */
export const formatRemoteList = (list: RemoteList): Buffer =>
  Buffer.from(`${JSON.stringify(list, null, 2)}\n`);

/** Parses a list. Throws an error that locates the mistake. */
export function parseRemoteList(bytes: Uint8Array, file = 'the list of remotes'): RemoteList {
  if (bytes.length > REMOTE_LIST_LIMIT) {
    throw new Error(`it has more than ${String(REMOTE_LIST_LIMIT)} bytes`);
  }
  const value = parseChecked(RemoteListSchema, bytes, file);
  for (const remote of value.remotes) checkRemote(remote);
  const names = value.remotes.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`it names ${twice} twice`);
  return value;
}

/** Throws for rules that the schema cannot express. */
function checkRemote({ name, origin, zones }: ListedRemote): void {
  if (parseAddress(origin) !== origin)
    throw new Error(
      `the origin of ${name} has to be an address like https://releases.example/mfe-${name}, without a slash at its end`,
    );
  const modules = new Set(zones.map(({ module }) => module.toLowerCase()));
  if (modules.size < zones.length) throw new Error(`${name} has a module in two zones`);
}
