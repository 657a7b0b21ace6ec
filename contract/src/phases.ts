// The seven phases of a live meeting: order, purpose and permissions (docs/retro.md R-11).
import { z } from 'zod';

import { wholeNumber } from './api/sentences.ts';
import { MeetingId } from './ids.ts';
import { limits } from './limits.ts';
import { Timestamp } from './text/text.ts';

export const Phase = z.enum([
  'joining',
  'writing',
  'revealing',
  'grouping',
  'voting',
  'discussing',
  'closing_ready',
]);
export type Phase = z.infer<typeof Phase>;

export const phases = Phase.options;

/** A right that is not listed is not given. */
interface PhaseFacts {
  label: string;
  /** One sentence for participants. */
  purpose: string;
  /** For leads: what to say or do. */
  lead: string;
  /** Replaces `lead` once the timer is started. */
  timedLead?: string;
  /** Follows `purpose` and `lead`: who reads new notes, with `hide_notes` and without. */
  readers?: readonly [hidden: string, open: string];
  /** Notes can be added. */
  adds?: true;
  /** Notes can be edited, moved and deleted. Authors can edit their own text in every phase. */
  changes?: true;
  /** Notes can be grouped and ungrouped. */
  groups?: true;
  /** Topics can be commented on, and notes can get reactions. */
  allowsResponses?: true;
  /** Action items can be added. */
  agreesActions?: true;
  /** New notes are face down for everybody except their author. */
  hides?: true;
}

export const phaseFacts: Record<Phase, PhaseFacts> = {
  joining: {
    label: 'Joining',
    purpose: 'Say hello while the others arrive.',
    lead: 'Welcome everyone. Press Next when all are here and ready.',
    hides: true,
  },
  writing: {
    label: 'Writing',
    purpose: 'Write on your own.',
    lead: 'Start the timer and write, too.',
    timedLead: 'Write, too.',
    readers: ['New notes stay hidden until the reveal.', 'Everyone reads your notes.'],
    adds: true,
    changes: true,
    hides: true,
  },
  revealing: {
    label: 'Revealing',
    purpose: "Take a moment to read everyone's notes.",
    lead: 'Give everyone a quiet minute to read, then press Next.',
    changes: true,
    allowsResponses: true,
  },
  grouping: {
    label: 'Grouping',
    purpose: 'Hold and drag a note onto another, or use its menu.',
    lead: 'Ask everyone to drag notes onto others that belong with them.',
    adds: true,
    changes: true,
    groups: true,
    allowsResponses: true,
  },
  voting: {
    label: 'Voting',
    purpose: 'Vote for what you want to talk about.',
    lead: 'Ask everyone to vote. Nobody sees who voted for what.',
    allowsResponses: true,
  },
  discussing: {
    label: 'Discussing',
    purpose: 'Talk it through, then agree on one thing to try.',
    lead: 'Read out the topic, then ask: who does what, by when?',
    changes: true,
    groups: true,
    allowsResponses: true,
    agreesActions: true,
  },
  closing_ready: {
    label: 'Ready to Close',
    purpose: 'Check what you agreed on before the retro ends.',
    lead: 'Read out the list. Who owns each item, and until when?',
    changes: true,
    allowsResponses: true,
    agreesActions: true,
  },
};

export function purposeOf(
  phase: Phase,
  { hide_notes }: { hide_notes: boolean },
  sentenceFor: 'purpose' | 'lead' | 'timedLead' = 'purpose',
): string {
  const { lead, readers, [sentenceFor]: sentence = lead } = phaseFacts[phase];
  return readers ? `${sentence} ${readers[hide_notes ? 0 : 1]}` : sentence;
}

const checkUpPhases = ['joining', 'discussing', 'closing_ready'] as const;

/** The phases of a meeting (docs/retro.md R-357). */
export function phasesOf({ only_check_up }: { only_check_up: boolean }): readonly Phase[] {
  return only_check_up ? checkUpPhases : phases;
}

export function isFrom(first: Phase, phase: Phase): boolean {
  return phases.indexOf(phase) >= phases.indexOf(first);
}

interface InPhase {
  phase: Phase;
  settings: { only_check_up: boolean };
}

/** Null after the last phase. */
export function nextPhase({ phase, settings }: InPhase): Phase | null {
  const place = phases.indexOf(phase);
  return phasesOf(settings).find((each) => phases.indexOf(each) > place) ?? null;
}

export const PhaseInfo = z.object({
  meeting_id: MeetingId,
  phase: Phase,
  next_phase: Phase.nullable(),
  started_at: Timestamp.nullable(),
  duration_minutes: z.number().int().nullable(),
  ends_at: Timestamp.nullable(),
});
export type PhaseInfo = z.infer<typeof PhaseInfo>;

export const PhaseTransition = z
  .object({ phase: Phase, duration_minutes: wholeNumber(1, limits.phaseMinutesMax).nullish() })
  .meta({ examples: [{ phase: 'voting', duration_minutes: 5 }] });
export type PhaseTransition = z.infer<typeof PhaseTransition>;
