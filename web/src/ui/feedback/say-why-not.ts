import { toast } from './toast.ts';

/** Says why a key or a press has no effect here. */
export function sayWhyNot(title: string): void {
  toast.info({ id: 'key-refused', title });
}
