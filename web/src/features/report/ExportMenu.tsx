import { exportFileName } from '@wentwell/contract/board-export';
import type { ExportFormat } from '@wentwell/contract/meeting-export';
import type { Meeting } from '@wentwell/contract/meetings';
import { Braces, FileText, Printer, Table } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { z } from 'zod';

import { errorText, request } from '#web/api/request';
import { saveFile } from '#web/api/save-file';
import { toast } from '#web/ui/feedback/toast';
import { useCommands } from '#web/ui/overlays/commands';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';
import type { PopupTriggerProps } from '#web/ui/overlays/use-popup';

// Exports: asked for with the bearer header, because a token must stand in no address.
const types: Record<ExportFormat, string> = {
  markdown: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
};

/** The file's text. Reading an answer drops its byte order mark, and parses JSON. */
async function fetchExport(meeting: Pick<Meeting, 'id'>, format: ExportFormat): Promise<string> {
  const body = await request({
    path: `/api/v1/meetings/${meeting.id}/export`,
    query: { format },
    schema: z.unknown(),
  });
  if (format === 'json') return `${JSON.stringify(body)}\n`;
  return `${format === 'csv' ? '\ufeff' : ''}${z.string().parse(body)}`;
}

/** Says in a toast where it fails, and offers to try again. */
async function downloadExport(
  meeting: Pick<Meeting, 'id' | 'name' | 'start_time' | 'created_at'>,
  format: ExportFormat,
): Promise<void> {
  try {
    const text = await fetchExport(meeting, format);
    saveFile(text, { name: exportFileName(meeting, format), type: types[format] });
  } catch (error) {
    toast.error({
      title: 'The meeting could not be exported',
      description: errorText(error),
      action: { label: 'Try again', onPress: () => void downloadExport(meeting, format) },
    });
  }
}

const formats: readonly { format: ExportFormat; label: string; end: string; icon: ReactNode }[] = [
  {
    format: 'markdown',
    label: 'Markdown',
    end: 'for wikis',
    icon: <FileText aria-hidden="true" className="size-4" />,
  },
  {
    format: 'csv',
    label: 'CSV',
    end: 'for spreadsheets',
    icon: <Table aria-hidden="true" className="size-4" />,
  },
  {
    format: 'json',
    label: 'JSON',
    end: 'for programs',
    icon: <Braces aria-hidden="true" className="size-4" />,
  },
];

type ExportedMeeting = Pick<Meeting, 'id' | 'name' | 'start_time' | 'created_at'>;

/** The meeting as a file, as its reader sees it now; or on paper. */
export function ExportMenu(props: {
  meeting: ExportedMeeting;
  trigger: ReactElement<PopupTriggerProps>;
}): ReactNode {
  const { meeting, trigger } = props;
  return (
    <Menu trigger={trigger}>
      {formats.map(({ format, label, end, icon }) => (
        <MenuItem
          key={format}
          icon={icon}
          end={end}
          onSelect={() => void downloadExport(meeting, format)}
        >
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem
        icon={<Printer aria-hidden="true" className="size-4" />}
        onSelect={() => {
          // The menu has to be gone from the page that is printed.
          requestAnimationFrame(() => print());
        }}
      >
        Print
      </MenuItem>
    </Menu>
  );
}

/** The same for the command palette. */
export function ExportCommands({ meeting }: { meeting: ExportedMeeting }): ReactNode {
  useCommands(
    formats.map(({ format, label, end, icon }) => ({
      id: `export-${format}`,
      group: 'Meeting',
      label: `Export as ${label}`,
      icon,
      keywords: ['download', 'save', 'file', end],
      run: () => void downloadExport(meeting, format),
    })),
  );
  return null;
}
