import { HomeSections } from './home-sections';
import { PageHeadTags } from '../document/page-head';
import { NotFoundPage } from '../not-found';
import { Island } from '../islands/island';
import { HOME_HEAD, NOT_FOUND_HEAD } from '../pages/page-heads';
import { NO_PARAMS, type Page } from '../pages/pages';

/** What stands in `main`. */
export function PageContent({ page }: { readonly page: Page }) {
  switch (page.kind) {
    case 'home':
      return (
        <>
          <PageHeadTags head={HOME_HEAD} />
          <HomeSections />
        </>
      );
    case 'post':
      return <Island key={page.params.postId} id="blog/Post" params={page.params} slot={NO_PARAMS} />;
    case 'unknown':
      return (
        <>
          <PageHeadTags head={NOT_FOUND_HEAD} />
          <NotFoundPage />
        </>
      );
  }
}
