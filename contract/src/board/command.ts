// A command requests a change. A pure function decides it on the full board or a client's view.
import type { z } from 'zod';

import type { UserId } from '../ids.ts';
import type { Viewer } from '../notes/author-keys.ts';
import { type BoardState, RecordTypes } from './board.ts';
import { type AnyDerivation, buildChange, type CascadeRule, type Guard } from './cascade.ts';
import type { Change, Patch } from './change.ts';
import type { ChangedBoard } from './changed.ts';
import {
  type AuthorContext,
  type Context,
  isRejected,
  outcomeOf,
  type Rejection,
} from './context.ts';
import type { AnyRecordType, RecordRef } from './record.ts';

/** Null: the command is allowed and changes nothing. */
export type Decision = Patch | null;

export interface CommandDefinition<I, S extends z.ZodType = z.ZodType, C = Context> {
  name: string;
  input: S;
  /** Omits the actor from everything that is sent or logged. */
  hidesActor?: true;
  /** The command identifies an author, so in an anonymous meeting its change has no actor and no time. */
  isByAuthor?: true;
  /** Refuses by `reject`, `requirePolicy` and `requireAuthor`. */
  decide(board: BoardState, input: I, context: C): Decision;
  /** For commands that a page can undo: the command that does, or null. `before` is the board before the change. */
  inverse?(input: I, before: BoardState, caller: Viewer): Command | null;
}

export interface Command {
  name: string;
  input: unknown;
}

export interface BoardFeature {
  recordTypes: readonly AnyRecordType[];
  // `never` erases the input type. `BoardRules.parse` validates the input before any method is called.
  commands: readonly CommandDefinition<never>[];
  guards?: readonly Guard[];
  cascades?: readonly CascadeRule[];
  derivations?: readonly AnyDerivation[];
  /** Records whose content must be erased from earlier changes in the log. */
  refsToErase?: (changed: ChangedBoard) => readonly RecordRef[];
}

/** Has fields of the board, as the API returns it to a reader. */
export interface ShownFeature<
  Shape extends z.ZodRawShape = z.ZodRawShape,
  Fields = object,
> extends BoardFeature {
  shape: Shape;
  /** `view` is the reader's view. */
  present(view: BoardState, userId: UserId | null): Fields;
  /** Whether the fields have more to report than the notes on the board. */
  isReported?(fields: Fields): boolean;
}

export function defineCommand<S extends z.ZodType>(
  command: CommandDefinition<z.output<S>, S, AuthorContext> & { isByAuthor: true },
): CommandDefinition<never>;
export function defineCommand<S extends z.ZodType>(
  command: CommandDefinition<z.output<S>, S>,
): CommandDefinition<never>;
export function defineCommand(command: CommandDefinition<never>): CommandDefinition<never> {
  return command;
}

/** Combines the features of a board. Their order is the order of guards, cascade rules and derivations. */
export class BoardRules {
  readonly recordTypes: RecordTypes;
  readonly cascades: readonly CascadeRule[];
  readonly derivations: readonly AnyDerivation[];
  readonly #guards: readonly Guard[];
  readonly #refsToErase: readonly NonNullable<BoardFeature['refsToErase']>[];
  readonly #commands: ReadonlyMap<string, CommandDefinition<unknown>>;

  constructor(features: readonly BoardFeature[]) {
    this.recordTypes = new RecordTypes(features.flatMap(({ recordTypes }) => recordTypes));
    this.#guards = features.flatMap(({ guards = [] }) => guards);
    this.cascades = features.flatMap(({ cascades = [] }) => cascades);
    this.derivations = features.flatMap(({ derivations = [] }) => derivations);
    this.#refsToErase = features.flatMap(({ refsToErase = [] }) => refsToErase);
    const commands = features.flatMap(
      (feature) => feature.commands as readonly CommandDefinition<unknown>[],
    );
    this.#commands = new Map(commands.map((command) => [command.name, command]));
  }

  /** Throws if the command is unknown or its input is invalid. */
  parse({ name, input }: Command): { definition: CommandDefinition<unknown>; input: unknown } {
    const definition = this.#find(name);
    return { definition, input: definition.input.parse(input) };
  }

  /** See `isByAuthor` of the definition. Throws if the command is unknown. */
  isByAuthor(name: string): boolean {
    return this.#find(name).isByAuthor === true;
  }

  #find(name: string): CommandDefinition<unknown> {
    const definition = this.#commands.get(name);
    if (!definition) throw new Error(`Unknown command: ${name}`);
    return definition;
  }

  /** Both sides call this for every change. Throws if the command is unknown or its input is invalid. */
  decide(board: BoardState, command: Command, context: AuthorContext): Change | Rejection | null {
    const { definition, input } = this.parse(command);
    const decision = outcomeOf(() => definition.decide(board, input, context));
    if (decision === null || isRejected(decision)) return decision;
    for (const guard of this.#guards) {
      const error = guard(decision, board, context);
      if (error !== null) return { error };
    }
    const by = definition.hidesActor ? { ...context, actorId: null } : context;
    return buildChange(this, decision, { before: board, context: by, commandName: command.name });
  }

  /** The records whose text or author this change erases from the log. */
  refsToErase(changed: ChangedBoard): RecordRef[] {
    const removed = changed.patch.remove.filter((ref) => this.recordTypes.of(ref).hasUserText);
    return [...removed, ...this.#refsToErase.flatMap((refsToErase) => refsToErase(changed))];
  }

  inverse(command: Command, before: BoardState, caller: Viewer): Command | null {
    const { definition, input } = this.parse(command);
    return definition.inverse?.(input, before, caller) ?? null;
  }
}
