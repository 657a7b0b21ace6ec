import type { ReactNode } from 'react';

export function EmptyState(props: {
  illustration?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** 1 if it is the whole page. */
  level?: 1 | 2 | 3;
}): ReactNode {
  const { illustration, title, children, action, level = 2 } = props;
  const Heading = `h${level}` as const;
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-6 py-10 text-center wrap-anywhere">
      {illustration !== undefined && <div className="mb-4">{illustration}</div>}
      <Heading className={level === 1 ? 'text-xl font-bold' : 'text-lg font-semibold'}>
        {title}
      </Heading>
      {children !== undefined && <div className="mt-1.5 text-soft">{children}</div>}
      {action !== undefined && (
        <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>
      )}
    </div>
  );
}
