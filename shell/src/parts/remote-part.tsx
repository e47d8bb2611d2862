import {
  createElement,
  Suspense,
  use,
  useMemo,
  useSyncExternalStore,
  type Attributes,
  type ReactNode,
} from 'react';
import type {
  ModuleContracts,
  ModuleId,
  ModuleParams,
  ModuleProps,
  SectionId,
} from '@vidlunnia/shared/contracts';
import { PageHeadTags } from '../app/page-head';
import { RemoteError } from '../remotes/errors';
import type { Attempt } from './attempt';
import { PartBoundary } from './part-boundary';
import { useRecovery } from './use-recovery';
import { hasSurvived, useSurvival } from './use-survival';
import { usePartServices } from './part-services';
import { KeptPart } from './kept-part';
import { FailedPart, WaitingPart } from './part-states';
import { useCellProps, usePropsCell, type PropsCell } from './props-cell';

export interface RemotePartProps<Id extends ModuleId> {
  readonly id: Id;
  /** One object as long as the part is the same. */
  readonly params: ModuleParams<Id>;
  readonly props: ModuleContracts[Id]['props'];
  /** Section that the part makes: what stands in its place until it is there bears the same id. */
  readonly section?: SectionId;
}

/** A remote's module in the page: loading, failed with a way to try again, or there. */
export function RemotePart<Id extends ModuleId>({ id, params, props, section }: RemotePartProps<Id>) {
  const { store } = usePartServices();
  const read = () => store.state(id, params).attempt;
  const attempt = useSyncExternalStore(store.subscribe, read, read);
  const cell = usePropsCell(props);
  // One element for the life of an attempt: see `usePropsCell`.
  return useMemo(
    () => (
      <PartBoundary
        key={attempt.number}
        onFailure={(error) => {
          // What could not be loaded was looked for everywhere already.
          if (error instanceof RemoteError || hasSurvived(attempt)) return;
          void store.replaceCrashed(id, params, attempt, error);
        }}
        fallback={
          attempt.rendered ? (
            <KeptPart nodes={attempt.rendered} />
          ) : (
            <FailedPart id={id} params={params} section={section} />
          )
        }
      >
        <Suspense
          fallback={
            // In another part, which has been made anew around it, a rendered one that waits for its code stays too.
            attempt.rendered ? (
              <KeptPart nodes={attempt.rendered} />
            ) : (
              <WaitingPart id={id} section={section} />
            )
          }
        >
          <PartContent id={id} attempt={attempt} cell={cell} />
        </Suspense>
      </PartBoundary>
    ),
    [attempt, cell, id, params, section, store],
  );
}

function PartContent<Id extends ModuleId>({
  id,
  attempt,
  cell,
}: {
  readonly id: Id;
  readonly attempt: Attempt<Id>;
  readonly cell: PropsCell<ModuleContracts[Id]['props']>;
}): ReactNode {
  const props = useCellProps(cell);
  const { default: component, head } = use(attempt.module);
  const data = use(attempt.data);
  useRecovery(id, attempt);
  useSurvival(attempt);
  // The compiler cannot see that no module's own props bear React's `key`, so it takes no generic props as they are.
  const allProps = { ...props, data } as ModuleProps<Id> & Attributes;
  return (
    <>
      {head && <PageHeadTags head={head(data)} />}
      {createElement(component, allProps)}
    </>
  );
}
