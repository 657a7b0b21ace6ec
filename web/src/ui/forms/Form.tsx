import type { ComponentProps, ReactNode } from 'react';

/** A form that the page sends and checks itself. */
export function Form(
  props: Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown },
): ReactNode {
  return (
    <form
      noValidate
      {...props}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    />
  );
}
