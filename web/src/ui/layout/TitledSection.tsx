import { type ReactNode, useId } from 'react';

import { classNames } from '#web/ui/class-names';

/** A region named by its title: on a sheet (level 2), or smaller in a dialog (level 3). */
export function TitledSection(props: {
  title: ReactNode;
  level?: 2 | 3;
  className: string;
  children: ReactNode;
}): ReactNode {
  const { title, level = 3, className, children } = props;
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={id} className={classNames('grid', className)}>
      <Heading
        id={id}
        className={classNames('font-semibold wrap-anywhere', level === 2 && 'text-base')}
      >
        {title}
      </Heading>
      {children}
    </section>
  );
}
