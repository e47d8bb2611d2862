import path from 'node:path';
import { buildPackage } from './build-package';
import { helped } from '@vidlunnia/settings/arguments';
import { messageOf } from '@vidlunnia/settings/errors';
import { failTask, say } from '../process/task';

/** `npm run build -w PACKAGE`, in that package's folder. */
const directory = process.cwd();

if (!helped('npm run build -w PACKAGE\nBuilds that package for production, into its dist.'))
  buildPackage(directory, say).catch((error: unknown) =>
    failTask(new Error(`${path.basename(directory)} could not be built\n${messageOf(error)}`)),
  );
