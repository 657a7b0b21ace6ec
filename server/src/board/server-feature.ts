// A feature's routes, and its parts in evidence, look-backs, personal data, exports, health and years. `board-features.ts` lists the features.
import type { PersonalData } from '@wentwell/contract/accounts/personal-data';
import type { BesideBoard } from '@wentwell/contract/exports/export-parts';
import type { TeamHealth } from '@wentwell/contract/health/team-health';
import type { YearReview } from '@wentwell/contract/health/year-review';
import type { MeetingId, NoteId, TeamId, UserId } from '@wentwell/contract/ids';
import type { StoredRows } from '@wentwell/contract/meetings/anonymity';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import type { z } from 'zod';

import type { MeetingRow } from '#server/features/meetings/meetings.table';
import type { TeamRow } from '#server/features/teams/teams.table';
import type { Database, Queries } from '#server/platform/db/database';
import type { Api } from '#server/platform/http/calls';

import type { StoreAnonymously } from './anonymous-answers.ts';
import type { LivingBoards } from './living-boards.ts';
import type { HoldsContent, ReadLookBack } from './read-facts.ts';
import type { StoreDeps } from './store.ts';

type Words = Readonly<Record<string, Pick<StoredRows, 'title' | 'holds'>>>;

/** Keys are a table, or a table and the kind of its rows. Kinds of `board_records` that name a user end with `named`. */
export interface Evidence {
  /** Rows about what people wrote. */
  written?: Words;
  /** Rows that may name people. */
  named?: Words;
  /** Kinds of `written` that are listed without their number, also if there are none: it would tell what readers may not know. */
  untold?: Readonly<Record<string, (meeting: Pick<MeetingRow, 'endTime'>, now: Date) => boolean>>;
}

type Lists = Omit<PersonalData, 'exported_at' | 'account'>;

/** Each list is ordered and yields batches. */
export type PersonalLists = { [Name in keyof Lists]: () => AsyncIterable<Lists[Name]> };

export interface PersonalScope {
  db: Queries;
  boards: LivingBoards;
  userId: UserId;
}

export interface ReadScope {
  db: Database;
  answersMin: number;
}

/** Closed retros of a team, by the time of their end. */
export interface RetrosScope extends ReadScope {
  team: TeamRow;
  retros: ReadonlyMap<MeetingId, Date>;
}

type HealthInput = z.input<typeof TeamHealth>;
/** A team's health, to which features add. */
export type KnownHealth = Partial<HealthInput> & Pick<HealthInput, 'retros' | 'sentences'>;

export interface YearScope extends RetrosScope {
  year: number;
  namesOf: (ids: readonly UserId[]) => Promise<(id: UserId) => string>;
}

export interface FeatureDeps extends StoreDeps {
  storeAnonymously: StoreAnonymously;
  answersMin: number;
  findMatches: FindMatches;
}

/** Resolves with the matching notes of each text, in the order of the texts. */
export type FindMatches = (
  texts: readonly string[],
  notes: readonly { id: NoteId; text: string }[],
  requester: { personId: UserId; teamId: TeamId },
) => Promise<{ noteIds: NoteId[] }[]>;

export interface ServerFeature {
  routes(api: Api, deps: FeatureDeps): void;
  /** Modules of the contract with schemas that the API's description names. */
  schemas?: readonly object[];
  evidence?: Evidence;
  /** The team's action items are locked. */
  lookBack?: ReadLookBack;
  /** A meeting with content of the feature stays in its team. */
  holdsContent?: HoldsContent;
  personalLists?(scope: PersonalScope): Partial<PersonalLists>;
  /** Reads the parts of a meeting's export that are beside the board, for members. */
  beside?(scope: ReadScope, meeting: Meeting): Promise<BesideBoard>;
  /** Adds figures and sentences to a team's health. */
  health?(scope: RetrosScope, known: KnownHealth): Promise<KnownHealth>;
  /** Fields of a team's year in review. */
  year?(scope: YearScope): Promise<Partial<YearReview>>;
}
