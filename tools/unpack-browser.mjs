// Unpacks Chromium with libraries and fonts of its own, so that it runs and draws alike on every Linux.
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';

const chromium = fileURLToPath(new URL('node_modules/@sparticuz/chromium/', import.meta.url));
const archives = path.join(chromium, 'bin');
/** npm removes it with the package when it installs another version. */
const unpacked = path.join(chromium, 'unpacked');

const unfinished = mkdtempSync(`${unpacked}-`);
// `inflate` writes there.
process.env.TMPDIR = unfinished;
for (const name of ['chromium.br', 'al2023.tar.br', 'fonts.tar.br']) await inflate(path.join(archives, name));
const escaped = path.join(unpacked, 'fonts').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
writeFileSync(
  path.join(unfinished, 'fonts.conf'),
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${escaped}/fonts</dir><cachedir>${escaped}/cache</cachedir></fontconfig>
`,
);
writeFileSync(
  path.join(unfinished, 'run'),
  `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`,
  { mode: 0o755 },
);
try {
  renameSync(unfinished, unpacked);
} catch (error) {
  // Another run was faster.
  if (!existsSync(unpacked)) throw error;
  rmSync(unfinished, { recursive: true });
}
