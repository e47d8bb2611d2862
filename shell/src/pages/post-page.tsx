import { useParams } from 'react-router-dom';
import { PageFrame } from '../app/page-frame';
import { PostHeader } from '../header';
import { RemotePart } from '../parts/remote-part';

/** `/blog/{postId}` (specification, section 2). */
export function PostPage() {
  const { postId = '' } = useParams();
  return (
    <PageFrame header={<PostHeader />}>
      <RemotePart key={postId} id="blog/Post" params={{ postId }} props={{}} />
    </PageFrame>
  );
}
