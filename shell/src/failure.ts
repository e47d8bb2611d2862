/** A failure: the id of the remote or section, the stage, and a reason for operators of the site. */
export interface Failure {
  id: string;
  stage: 'discover' | 'download' | 'verify' | 'load' | 'data' | 'render' | 'hydrate';
  reason: string;
}
