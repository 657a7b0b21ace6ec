// Stored names of score kinds: a fixed word, or `question:` with the question's text.

export type ScoreKind = 'mood' | 'mood_after' | 'worth';
export const scoreKinds: readonly ScoreKind[] = ['mood', 'mood_after', 'worth'];

const ofQuestion = 'question:';

/** The text identifies the question, so answers survive changes to the meeting's questions. */
export type QuestionKind = `question:${string}`;
export const kindOfQuestion = (question: string): QuestionKind => `${ofQuestion}${question}`;
export const questionOf = (kind: QuestionKind): string => kind.slice(ofQuestion.length);

export function isQuestion(kind: string): kind is QuestionKind {
  return kind.startsWith(ofQuestion);
}
