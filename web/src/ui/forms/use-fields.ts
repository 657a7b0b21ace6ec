import { zodResolver } from '@hookform/resolvers/zod';
import {
  type FieldValues,
  type Path,
  type RegisterOptions,
  useForm,
  type UseFormProps,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';

interface Fields<Typed extends FieldValues> {
  isSubmitting: boolean;
  /** Resets fields that were not edited since they were sent. */
  resetSent(sent: Typed, fresh: Typed): void;
  /** The props of an input: its value, its changes and its error. */
  field<Name extends Path<Typed>>(
    name: Name,
    rules?: RegisterOptions<Typed, Name>,
  ): UseFormRegisterReturn<Name> & { error: string | undefined };
}

export function useFields<Typed extends FieldValues, Chosen extends FieldValues>(
  schema: z.ZodType<Chosen, Typed>,
  options: Omit<UseFormProps<Typed, unknown, Chosen>, 'resolver'>,
): UseFormReturn<Typed, unknown, Chosen> & Fields<Typed> {
  const form = useForm<Typed, unknown, Chosen>({ resolver: zodResolver(schema), ...options });
  const { formState, getFieldState, register } = form;
  return {
    ...form,
    isSubmitting: formState.isSubmitting,
    resetSent: (sent, fresh) =>
      form.reset((now) => {
        const next = { ...fresh };
        for (const name in next) if (now[name] !== sent[name]) next[name] = now[name];
        return next;
      }),
    field: (name, rules) => ({
      error: getFieldState(name, formState).error?.message,
      ...register(name, rules),
    }),
  };
}
