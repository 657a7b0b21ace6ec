import { firstName, lastName } from '@wentwell/contract/accounts/user-changes';
import { isBlank } from '@wentwell/contract/text/letters';
import { z } from 'zod';

import { errorText } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Form } from '#web/ui/forms/Form.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useFields } from '#web/ui/forms/use-fields';

import { useUpdateProfile } from './account.queries.ts';
import { showFieldErrors } from './field-errors.ts';

const Names = z.object({ first_name: firstName, last_name: lastName });

/** The fields of a name. `save` resolves to whether the name is saved, or empty and `isOptional`. */
export function useNameFields({ isOptional = false } = {}) {
  const update = useUpdateProfile();
  const form = useFields(Names, { defaultValues: { first_name: '', last_name: '' } });

  async function save(): Promise<boolean> {
    if (isOptional && Object.values(form.getValues()).every(isBlank)) return true;
    let isSaved = false;
    await form.handleSubmit(async (names) => {
      try {
        await update.mutateAsync(names);
        isSaved = true;
      } catch (error) {
        if (!showFieldErrors(form.setError, error, ['first_name', 'last_name'])) {
          toast.error({ title: 'Failed to update profile', description: errorText(error) });
        }
      }
    })();
    return isSaved;
  }

  const fields = (
    <>
      <TextField
        label="First name"
        hideLabel
        placeholder="First name"
        autoComplete="given-name"
        {...form.field('first_name')}
      />
      <TextField
        label="Last name"
        hideLabel
        placeholder="Last name"
        autoComplete="family-name"
        {...form.field('last_name')}
      />
    </>
  );
  return { fields, save, isSaving: form.isSubmitting };
}

export function NameForm() {
  const { fields, save, isSaving } = useNameFields();
  return (
    <div className="@container">
      <Form
        onSubmit={save}
        className="grid items-start gap-3 @md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
      >
        {fields}
        <Button type="submit" busy={isSaving} busyLabel="Saving…">
          Save Name
        </Button>
      </Form>
    </div>
  );
}
