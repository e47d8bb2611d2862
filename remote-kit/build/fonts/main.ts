import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../../environment/repository';
import { helped } from '../../process/arguments';
import { cutFonts } from './cut-fonts';

/** Cuts the site's fonts anew: `npm run fonts -w remote-kit`. */
async function writeFonts(): Promise<void> {
  for (const { name, bytes } of await cutFonts()) {
    await writeFile(path.join(repositoryRoot, 'shared/ui/fonts', name), bytes);
    process.stdout.write(`${name} ${bytes.length.toLocaleString('en')} bytes\n`);
  }
}

if (!helped('npm run fonts -w remote-kit\nCuts the site’s fonts anew, into shared/ui/fonts.'))
  void writeFonts();
