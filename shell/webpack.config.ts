import { shellConfig } from '@vidlunnia/shared/build';

export default shellConfig;
