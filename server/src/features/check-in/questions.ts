// Questions of the day. Meetings store the index of their question, so append new ones.
import { createHash } from 'node:crypto';

import type { TeamId } from '@wentwell/contract/ids';

export const questions: readonly string[] = [
  'What was the best thing you ate this week?',
  'What made you smile on your way into this week?',
  'Which song could you listen to on repeat right now?',
  'If today were weather, what would it be?',
  'What is something small that always improves your day?',
  'Which smell reminds you of a good place?',
  'What would you do with one free hour this afternoon?',
  'Which tool do you use every day and still enjoy?',
  'What did you learn lately that surprised you?',
  'If our last sprint were a film, what would its title be?',
  'Which animal describes how you feel this morning?',
  'What is the best thing you can see from where you sit?',
  'Which word should be used more often?',
  'What would you put on a T-shirt for this team?',
  'Which season suits you best, and why?',
  'What is a dish that you can cook without a recipe?',
  'Which place would you like to see again?',
  'What did you enjoy as a child and would enjoy again today?',
  'Which keyboard shortcut could you not live without?',
  'What is the most useful thing on your desk?',
  'If you could be an expert in something overnight, what would it be?',
  'Which book, film or series would you recommend to us?',
  'Who helped you lately, and with what?',
  'What is your favourite way to take a break?',
  'Which emoji sums up your week?',
  'What would you like to be better at a year from now?',
  'Tea, coffee or something else: what gets you started?',
  'Which sound do you like?',
  'What was the last thing that made you laugh out loud?',
  'If this team were a band, what would you play?',
  'Which everyday invention deserves more praise?',
  'What is the best advice that you were ever given?',
  'Which three things would you take to a mountain hut?',
  'What are you looking forward to?',
  'Which snack should never be missing at a meeting?',
  'What was your first job or task that you were proud of?',
  'If you could swap tasks with somebody here for a day, which would you try?',
  'Which game do you enjoy, on a screen or on a table?',
  'What do you do differently from most people?',
  'Which view or walk near you is worth a detour?',
  'What would our team be famous for in a village?',
  'Which thing did you repair, mend or tidy up lately?',
  'What is a small luxury that you allow yourself?',
  'Which colour fits your mood today?',
  'If you had a time machine for one visit, when would you land?',
  'What is the oldest thing that you still use?',
  'Which question would you like to be asked more often?',
  'What has become easier for you since last year?',
  'Which plant, fruit or vegetable would you be?',
  'What is your favourite thing about the town or village you are in?',
  'Which superpower would help in this sprint?',
  'What is the nicest message that you got lately?',
  'Which habit are you glad to have?',
  'If we had a team mascot, what should it be?',
  'What would you teach us in five minutes?',
  'Which part of your day do you like best?',
  'What is a word in another language that you like?',
  'Which piece of technology amazed you the first time you saw it?',
  'What should everybody try at least once?',
  'Which headline would you like to read tomorrow?',
  'What made this week different from the last one?',
  'Which holiday, feast or festival would you invent?',
  'What is on your list of things to do one day?',
  'How would you describe your week in three words?',
];

// Coprime to the number of questions, so that a team gets all of them before one repeats.
const step = 23;

function firstQuestion(teamId: TeamId): number {
  return createHash('sha256').update(teamId).digest().readUInt32BE(0) % questions.length;
}

/** Returns the index of the team's next question after `asked` earlier ones. */
export function questionAfter(teamId: TeamId, asked: number): number {
  return (firstQuestion(teamId) + asked * step) % questions.length;
}
