import { failTask } from '../process/say';
import { startProof } from './proofs';
import { runOnBuild } from './run-on-build';

// `npm run fuzz`: requests of every kind, most of them wrong, to the production build.
runOnBuild('e2e/fuzz/main.ts').then(startProof('fuzz'), failTask);
