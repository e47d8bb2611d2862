import { failTask } from '../process/say';
import { startProof } from './proofs';
import { runOnBuild } from './run-on-build';

// `npm run endurance`: processes killed at random moments, and twice the load that can be carried.
runOnBuild('bench/endurance/main.ts').then(startProof('endurance'), failTask);
