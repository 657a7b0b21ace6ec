// Template routes. The team's row lock keeps names unique and enforces the limit.
import { ListQuery } from '@wentwell/contract/api/lists';
import { type TeamId, TemplateId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import {
  builtInTemplates,
  findBuiltInTemplate,
} from '@wentwell/contract/meetings/built-in-templates';
import {
  Template,
  TemplateInput,
  templatePolicy,
  TemplateUpdate,
} from '@wentwell/contract/meetings/templates';
import type { TeamContext } from '@wentwell/contract/teams/teams';
import { foldText } from '@wentwell/contract/text/letters';
import { asc, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { BaseLogger } from 'pino';

import {
  accessTeam,
  auditOutsider,
  authorizeInTeam,
  lockTeam,
} from '#server/features/teams/team-access';
import type { AuditedAction } from '#server/platform/audit';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { nextVersionOf } from '#server/platform/db/next-version';
import { ApiError, authorize, notFound, notStored } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { type CommandRequest, requireVersion } from '#server/platform/http/command';
import { readableRows } from '#server/platform/http/list-answer';
import { type Answer, emptyAnswer, type ReceiptBook } from '#server/platform/http/receipts';
import { newId } from '#server/platform/ids';

import { undeletedOfTeam, type TemplateRow, templates, toTemplate } from './templates.table.ts';

export interface TemplatesDeps {
  db: Database;
  receipts: ReceiptBook;
  logger: BaseLogger;
}

interface Loaded {
  teamContext: TeamContext;
  own: TemplateRow[];
}

function templateAnswer(row: TemplateRow, status = 200): Answer<Template> {
  return { status, body: toTemplate(row), version: row.version };
}

function findOwn(queries: Queries, teamId: TeamId): Promise<TemplateRow[]> {
  return queries
    .select()
    .from(templates)
    .where(undeletedOfTeam(teamId))
    .orderBy(asc(sql`lower(${templates.name})`), asc(templates.id))
    .execute();
}

function requireOwn(own: readonly TemplateRow[], id: TemplateId): TemplateRow {
  return own.find((each) => each.id === id) ?? notFound();
}

/** Ignores case and Unicode encoding, because users cannot tell such names apart. */
function requireFreeName(name: string, others: readonly Pick<Template, 'name'>[]): void {
  const wanted = foldText(name);
  const isTaken = [...builtInTemplates, ...others].some(
    (template) => foldText(template.name) === wanted,
  );
  if (isTaken) throw new ApiError('TEMPLATE_NAME_TAKEN');
}

function changeOf(teamId: TeamId): AuditedAction {
  return { action: 'change_team', teams: teamId };
}

export function templatesRoutes(api: Api, { db, receipts, logger }: TemplatesDeps): void {
  async function present(
    tx: Tx,
    caller: Caller,
    { teamId, id }: { teamId: TeamId; id: TemplateId },
  ): Promise<Answer<Template>> {
    await accessTeam(tx, caller, teamId);
    return templateAnswer(requireOwn(await findOwn(tx, teamId), id));
  }

  async function load(tx: Tx, caller: Caller, teamId: TeamId): Promise<Loaded> {
    const { teamContext } = await lockTeam(tx, caller, teamId);
    auditOutsider(tx, { caller, role: teamContext.role }, changeOf(teamId));
    return { teamContext, own: await findOwn(tx, teamId) };
  }

  /** Returns the template. Throws if it does not exist or the caller may not change it. */
  function authorizeChange(
    tx: Tx,
    command: CommandRequest,
    { id, loaded: { teamContext, own } }: { id: TemplateId; loaded: Loaded },
  ): TemplateRow {
    const builtIn = findBuiltInTemplate(id);
    if (builtIn) authorize(templatePolicy.change(teamContext, builtIn));
    const row = requireOwn(own, id);
    const template = toTemplate(row);
    const policy = (who: TeamContext) => templatePolicy.change(who, template);
    const done = changeOf(row.teamId);
    authorizeInTeam(tx, { caller: command, teamContext }, { policy, done });
    requireVersion(command, template);
    return row;
  }

  async function write(
    tx: Tx,
    id: TemplateId,
    changes: PgUpdateSetSource<typeof templates>,
  ): Promise<TemplateRow> {
    const [row = notStored()] = await tx
      .update(templates)
      .set({ ...changes, version: nextVersionOf(tx, templates.version), updatedAt: databaseNow })
      .where(eq(templates.id, id))
      .returning();
    return row;
  }

  const { list, change } = callsOf(api, 'Templates');

  list('/teams/:teamId/templates', {
    operationId: 'listTemplates',
    summary: "List a team's templates",
    description: 'Built-in ones (`built_in`) in order, then the team’s own by name.',
    querystring: ListQuery,
    lists: Template,
    async run({ caller, params: { teamId }, query: { skip, limit } }) {
      await accessTeam(db, caller, teamId);
      const own = readableRows(await findOwn(db, teamId), toTemplate, logger);
      const all = [...builtInTemplates, ...own];
      return { rows: all.slice(skip, skip + limit), total: all.length };
    },
  });

  change('POST /teams/:teamId/templates', {
    operationId: 'createTemplate',
    summary: 'Save a template',
    description:
      'By any member. Omitted settings are the team’s last ones when a meeting uses the template. Names are ' +
      'unique within a team; at most 50 per team.',
    body: TemplateInput,
    answers: { 201: Template },
    run: ({ command, params: { teamId }, body: { name, columns, settings } }) =>
      receipts.once(command, {
        again: (tx, { id }) => present(tx, command, { teamId, id: TemplateId.parse(id) }),
        load: (tx) => load(tx, command, teamId),
        async work(tx, { teamContext, own }) {
          authorize(templatePolicy.create(teamContext));
          requireFreeName(name, own);
          if (own.length >= limits.templatesPerTeam) throw new ApiError('TEMPLATES_FULL');
          const [row = notStored()] = await tx
            .insert(templates)
            .values({
              id: newId(TemplateId),
              teamId,
              name,
              columns,
              settings,
              createdBy: command.userId,
            })
            .returning();
          return { ...templateAnswer(row, 201), kept: { id: row.id } };
        },
      }),
  });

  change('PUT /teams/:teamId/templates/:templateId', {
    operationId: 'updateTemplate',
    summary: 'Update a template',
    description:
      'By its author or a team admin; omitted fields stay. Existing meetings do not change.',
    body: TemplateUpdate,
    answers: { 200: Template },
    refuses: [412],
    run: ({ command, params: { teamId, templateId: id }, body: { name, columns, settings } }) =>
      receipts.once(command, {
        again: (tx) => present(tx, command, { teamId, id }),
        load: (tx) => load(tx, command, teamId),
        async work(tx, loaded) {
          const before = authorizeChange(tx, command, { id, loaded });
          if (name !== undefined) {
            const others = loaded.own.filter((row) => row.id !== id);
            requireFreeName(name, others);
          }
          if (!name && !columns && !settings) return templateAnswer(before);
          return templateAnswer(await write(tx, id, { name, columns, settings }));
        },
      }),
  });

  change('DELETE /teams/:teamId/templates/:templateId', {
    operationId: 'deleteTemplate',
    summary: 'Delete a template',
    description: 'By its author or a team admin.',
    refuses: [412],
    run: ({ command, params: { teamId, templateId: id } }) =>
      receipts.once(command, {
        ...emptyAnswer,
        load: (tx) => load(tx, command, teamId),
        async work(tx, loaded) {
          authorizeChange(tx, command, { id, loaded });
          await write(tx, id, { deletedAt: databaseNow });
          return { status: 204, body: null };
        },
      }),
  });
}
