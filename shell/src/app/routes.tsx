import type { RouteObject } from 'react-router-dom';
import { PageFallback } from '../fallback';
import type { PartStore } from '../parts/part-store';
import { HomePage } from '../pages/home-page';
import { HOME_PARTS, NO_PARAMS, POST_PATTERN } from '../pages/pages';
import { PostPage } from '../pages/post-page';
import { UnknownPage } from '../pages/unknown-page';
import { AppFrame } from './app-frame';

/**
 * The site's two routes (specification, section 2). A route's loader starts all of its parts at once and waits for
 * none: the page is shown as it arrives.
 */
export const createRoutes = (store: PartStore): RouteObject[] => [
  {
    element: <AppFrame />,
    errorElement: <PageFallback />,
    children: [
      {
        path: '/',
        element: <HomePage />,
        loader: () => {
          for (const { id } of HOME_PARTS) void store.open(id, NO_PARAMS);
          return null;
        },
      },
      {
        path: POST_PATTERN,
        element: <PostPage />,
        loader: ({ params: { postId = '' } }) => {
          void store.open('blog/Post', { postId });
          return null;
        },
      },
      { path: '*', element: <UnknownPage /> },
    ],
  },
];
