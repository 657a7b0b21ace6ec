// Parts of features on a note, on its card and in its topic.
export {
  AddReaction as NoteTools,
  ReactionChips as NoteMarks,
} from '#web/features/reactions/Reactions.tsx';
