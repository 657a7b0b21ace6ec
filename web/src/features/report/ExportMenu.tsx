import {
  exportFileName,
  exportFiles,
  ExportFormat,
} from '@wentwell/contract/exports/export-formats';
import type { CsvSeparator, ExportQuery } from '@wentwell/contract/exports/meeting-export';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { FileText, Printer, Table } from 'lucide-react';
import type { ReactNode } from 'react';
import type { z } from 'zod';

import { MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';
import { usePaletteCommands } from '#web/ui/overlays/palette-commands';

import { saveAnswer } from './save-answer.ts';

type ExportedMeeting = Pick<Meeting, 'id' | 'name' | 'start_time' | 'created_at'>;
type FileKind = z.input<typeof ExportQuery>;

const downloadExport = (meeting: ExportedMeeting, query: FileKind): Promise<void> =>
  saveAnswer({
    call: { path: `/api/v1/meetings/${meeting.id}/export`, query },
    file: exportFileName(meeting, query.format),
    failed: 'The meeting could not be exported',
  });

/** The separator that spreadsheets of the browser's locale expect comes first: semicolons if decimals use a comma. */
export function offeredCsv() {
  const hasDecimalComma = (1.5).toLocaleString().includes(',');
  const separators: CsvSeparator[] = ['comma', 'semicolon'];
  return (hasDecimalComma ? separators.toReversed() : separators).map((separator) => ({
    separator,
    label: separator === 'comma' ? 'CSV, commas' : 'CSV, semicolons',
    end: exportFiles.csv.hint,
    icon: <Table />,
  }));
}

interface OfferedFile {
  kind: FileKind;
  label: string;
  end: string;
  icon: ReactNode;
}

function offeredFiles(): OfferedFile[] {
  return ExportFormat.options.flatMap((format): OfferedFile[] => {
    const { label, hint } = exportFiles[format];
    return format === 'csv'
      ? offeredCsv().map(({ separator, ...words }) => ({ kind: { format, separator }, ...words }))
      : [{ kind: { format }, label, end: hint, icon: <FileText /> }];
  });
}

/** Menu items: the meeting as a file, as its reader sees it now, or on paper. */
export function ExportItems({ meeting }: { meeting: ExportedMeeting }): ReactNode {
  return (
    <>
      {offeredFiles().map(({ kind, label, end, icon }) => (
        <MenuItem
          key={label}
          icon={icon}
          end={end}
          onSelect={() => void downloadExport(meeting, kind)}
        >
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem
        icon={<Printer />}
        onSelect={() => {
          // The menu must have closed before printing.
          requestAnimationFrame(() => print());
        }}
      >
        Print
      </MenuItem>
    </>
  );
}

export function ExportPalette({ meeting }: { meeting: ExportedMeeting }): ReactNode {
  usePaletteCommands(
    offeredFiles().map(({ kind, label, end, icon }) => ({
      id: `export-${label}`,
      group: 'Meeting',
      label: `Export as ${label}`,
      icon,
      keywords: ['download', 'save', 'file', end],
      run: () => void downloadExport(meeting, kind),
    })),
  );
  return null;
}
