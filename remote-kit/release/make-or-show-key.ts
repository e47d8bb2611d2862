import { ensureKey } from './keys';
import type { Team } from './team';

/** `npm run keys`: makes the team's key, or shows the one that is there, with the line that the shell needs. */
export async function makeOrShowKey({ remote, environment, say }: Team): Promise<void> {
  const { file, publicKey, made } = await ensureKey(remote, environment);
  say(
    made
      ? `The private key of ${remote.folder} is made: ${file}. Keep it to your team`
      : `The private key of ${remote.folder} is there already: ${file}. Nothing was changed`,
  );
  say('The shell ingests what it signs with this line in its configuration:');
  say(`${remote.publicKeyVariable}=${publicKey}`);
}
