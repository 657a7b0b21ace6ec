import { exportFileName, exportFiles } from '@wentwell/contract/exports/export-formats';
import type { CsvSeparator, ExportQuery } from '@wentwell/contract/exports/meeting-export';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { Braces, FileText, Printer, Table } from 'lucide-react';
import type { ReactNode } from 'react';
import { z } from 'zod';

import { errorText, request } from '#web/api/request';
import { saveFile } from '#web/api/save-file';
import { toast } from '#web/ui/feedback/toast';
import { useCommands } from '#web/ui/overlays/commands';
import { MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';

// Exports are fetched with the bearer header, because no URL may contain a token.

type ExportedMeeting = Pick<Meeting, 'id' | 'name' | 'start_time' | 'created_at'>;
type FileKind = z.input<typeof ExportQuery>;

/** The file's text. Parsing as text drops the byte order mark; JSON is parsed. */
async function fetchExport(meeting: Pick<Meeting, 'id'>, query: FileKind): Promise<string> {
  const body = await request({
    path: `/api/v1/meetings/${meeting.id}/export`,
    query,
    schema: z.unknown(),
  });
  if (query.format === 'json') return `${JSON.stringify(body)}\n`;
  return `${query.format === 'csv' ? '\ufeff' : ''}${z.string().parse(body)}`;
}

/** Reports a failure in a toast, with Retry. */
async function downloadExport(meeting: ExportedMeeting, kind: FileKind): Promise<void> {
  const { format } = kind;
  try {
    const text = await fetchExport(meeting, kind);
    saveFile(text, { name: exportFileName(meeting, format), type: exportFiles[format].type });
  } catch (error) {
    toast.error({
      title: 'The meeting could not be exported',
      description: errorText(error),
      action: { label: 'Try again', onPress: () => void downloadExport(meeting, kind) },
    });
  }
}

/** The separator that spreadsheets of the browser's locale expect comes first: semicolons if decimals use a comma. */
export function offeredCsv() {
  const hasDecimalComma = (1.5).toLocaleString().includes(',');
  const separators: CsvSeparator[] = ['comma', 'semicolon'];
  return (hasDecimalComma ? separators.toReversed() : separators).map((separator) => ({
    separator,
    label: separator === 'comma' ? 'CSV, commas' : 'CSV, semicolons',
    end: 'for spreadsheets',
    icon: <Table className="size-4" />,
  }));
}

function offeredFiles() {
  return [
    {
      kind: { format: 'markdown' } as const,
      label: 'Markdown',
      end: 'for wikis',
      icon: <FileText className="size-4" />,
    },
    ...offeredCsv().map(({ separator, ...words }) => ({
      kind: { format: 'csv', separator } as const,
      ...words,
    })),
    {
      kind: { format: 'json' } as const,
      label: 'JSON',
      end: 'for programs',
      icon: <Braces className="size-4" />,
    },
  ];
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

export function ExportCommands({ meeting }: { meeting: ExportedMeeting }): ReactNode {
  useCommands(
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
