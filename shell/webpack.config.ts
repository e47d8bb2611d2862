import { shellConfig } from '@vidlunnia/remote-kit/build';

export default shellConfig;
