// How a score's kind is named where it is stored: by what is asked, or by the text of a question of the check-up.

export type ScoreKind = 'mood' | 'mood_after' | 'worth';
export const scoreKinds: readonly ScoreKind[] = ['mood', 'mood_after', 'worth'];

const ofQuestion = 'question:';

/** By its text: other questions of the meeting leave what was answered as it is. */
export type QuestionKind = `question:${string}`;
export const kindOfQuestion = (question: string): QuestionKind => `${ofQuestion}${question}`;
export const questionOf = (kind: QuestionKind): string => kind.slice(ofQuestion.length);

export function isQuestion(kind: string): kind is QuestionKind {
  return kind.startsWith(ofQuestion);
}
