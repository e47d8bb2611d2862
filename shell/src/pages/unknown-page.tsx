import { PageFrame } from '../app/page-frame';
import { PageHeadTags } from '../app/page-head';
import { PostHeader } from '../header';
import { NotFoundPage } from '../not-found';
import { NOT_FOUND_HEAD } from './page-heads';

/** Every address that no page has. */
export function UnknownPage() {
  return (
    <PageFrame header={<PostHeader />}>
      <PageHeadTags head={NOT_FOUND_HEAD} />
      <NotFoundPage />
    </PageFrame>
  );
}
