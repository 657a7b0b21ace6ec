import { type ComponentType, type ReactNode, useId } from 'react';

import { classNames } from '#web/ui/class-names';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';

export interface TitledSectionProps {
  title: ReactNode;
  level?: 2 | 3;
  /** Font size class of the title, large on a page. */
  size?: string;
  /** Shown beside the title unless 0. */
  count?: number | undefined;
  aside?: ReactNode;
  className: string;
  children: ReactNode;
}

/** A section in the style of a screen, for the parts of features. */
export type Section = ComponentType<Omit<TitledSectionProps, 'className'>>;

/** A region with a heading: level 2 on a page, level 3 in a dialog. */
export function TitledSection(props: TitledSectionProps): ReactNode {
  const { title, level = 3, size = level === 2 && 'text-lg', count = 0, aside } = props;
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={id} className={classNames('grid', props.className)}>
      {/* An aside without room goes below, where the title begins. */}
      <header className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex items-center gap-2.5">
          <SmallPart>
            <Heading id={id} className={classNames('font-semibold wrap-anywhere', size)}>
              {title}
            </Heading>
            {count > 0 && <span className="text-soft tabular-nums">{count}</span>}
          </SmallPart>
        </div>
        {aside && (
          <div className="-my-2 flex flex-wrap gap-2 has-[>.font-medium.border-transparent:last-child]:-mr-3">
            <SmallPart>{aside}</SmallPart>
          </div>
        )}
      </header>
      <Part>{props.children}</Part>
    </section>
  );
}
