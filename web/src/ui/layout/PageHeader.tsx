import type { ReactNode } from 'react';

/** The page's only h1, with the page's actions after it. */
export function PageHeader(props: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}): ReactNode {
  const { title, description, actions } = props;
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="flex min-w-0 flex-[1_1_240px] items-center gap-2">
        <div className="grid min-w-0 gap-1 wrap-anywhere">
          <h1 className="min-w-0 text-xl font-bold">{title}</h1>
          {description !== undefined && <p className="text-soft">{description}</p>}
        </div>
      </div>
      {actions !== undefined && (
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:[&>button]:flex-1 max-sm:[&>span>button]:flex-1">
          {actions}
        </div>
      )}
    </header>
  );
}
