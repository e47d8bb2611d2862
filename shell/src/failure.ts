/** What failed: the remote's or section's id, the stage, and a reason for people who operate the site. */
export interface Failure {
  id: string;
  stage: 'discover' | 'download' | 'verify' | 'load' | 'data' | 'render' | 'hydrate';
  reason: string;
}
