import { failTask } from '../process/say';
import { runOnBuild } from './run-on-build';

// `npm run endurance`: processes killed at random moments, and twice the load that can be carried.
runOnBuild('bench/endurance/main.ts').catch(failTask);
