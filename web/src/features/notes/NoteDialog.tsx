import { zodResolver } from '@hookform/resolvers/zod';
import { limits } from '@wentwell/contract/limits';
import { NoteContent, NoteType } from '@wentwell/contract/notes';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

import { columnLooks } from './column-look.ts';
import type { Draft } from './note-drafts.ts';

const NoteForm = z.object({ content: NoteContent, note_type: NoteType });

const typeOptions = columnLooks.map(({ type, title }) => ({ value: type, label: title }));

const saveKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Counting down begins when it begins to matter. */
const countFrom = limits.noteContentMax - 200;

/** Writing a note, or changing one. It keeps a draft of every keystroke and hands on what passes the rules. */
export function NoteDialog(props: {
  title: 'Add Note' | 'Edit Note';
  start: Draft;
  /** Anything the person should know before saving. */
  notice?: ReactNode;
  onDraft: (draft: Draft) => void;
  onSave: (draft: Draft, addAnother: boolean) => void;
  onDelete?: (() => void) | undefined;
  onClose: () => void;
  onTyping?: () => void;
}): ReactNode {
  const { title, start, notice, onDraft, onSave, onDelete, onClose, onTyping } = props;
  const isNew = title === 'Add Note';
  const [addAnother, setAddAnother] = useState(false);
  const saving = useRef(false);
  const form = useForm({ resolver: zodResolver(NoteForm), defaultValues: start });
  const { errors } = form.formState;
  const content = form.watch('content');
  const noteType = form.watch('note_type');
  const contentField = form.register('content');
  const textArea = useRef<HTMLTextAreaElement | null>(null);

  // A draft is gone on with, not written into from the front.
  useEffect(() => {
    const area = textArea.current;
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);

  const submit = form.handleSubmit((values) => {
    // Enter twice is one note.
    if (saving.current) return;
    saving.current = true;
    onSave(values, isNew && addAnother);
    if (isNew && addAnother) {
      form.reset({ content: '', note_type: values.note_type });
      form.setFocus('content');
      saving.current = false;
    }
  });

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void submit();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} initialFocus={textArea}>
      <form
        noValidate
        className="grid gap-4"
        onKeyDown={handleKeyDown}
        onSubmit={(event) => void submit(event)}
      >
        {notice}
        <SelectField
          label="Note Type"
          options={typeOptions}
          value={noteType}
          onValueChange={(type) => {
            form.setValue('note_type', type);
            onDraft({ content: form.getValues('content'), note_type: type });
          }}
        />
        <TextArea
          label="Content"
          rows={5}
          required
          dir="auto"
          placeholder="What is on your mind?"
          aside={content.length > countFrom && <CharactersLeft content={content} />}
          error={errors.content?.message}
          {...contentField}
          ref={(area) => {
            contentField.ref(area);
            textArea.current = area;
          }}
          onChange={(event) => {
            void contentField.onChange(event);
            onDraft({ content: event.target.value, note_type: noteType });
            onTyping?.();
          }}
        />
        {isNew && (
          <Checkbox label="Add another" checked={addAnother} onCheckedChange={setAddAnother} />
        )}
        <DialogActions
          start={
            onDelete && (
              <Button variant="danger" onClick={onDelete}>
                Delete
              </Button>
            )
          }
        >
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit">
            {isNew ? 'Add Note' : 'Save Changes'}
            <span aria-hidden="true" className="hidden text-xs font-medium sm:pointer-fine:inline">
              {saveKey} ↵
            </span>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function CharactersLeft({ content }: { content: string }): ReactNode {
  return (
    <span className="text-xs text-muted">
      {content.trim().length} / {limits.noteContentMax}
    </span>
  );
}
