// A team with an owner and a member for a file's tests; others may have joined since.
import { perFile } from './per-file.ts';
import { type Somebody, join, newPerson, newTeam, test as base } from './walk.ts';

export interface Rocket {
  teamId: string;
  /** Its admin. */
  ada: Somebody;
  /** Its member. */
  ben: Somebody;
}

export const test = base.extend<{ rocket: Rocket }>({
  rocket: perFile(async (product, mark) => {
    const [ada, ben] = await Promise.all([
      newPerson(product, `ada-${mark}@example.com`, ['Ada', 'Byron']),
      newPerson(product, `ben-${mark}@example.com`, ['Ben', 'Okri']),
    ]);
    const { id } = await newTeam(ada, 'Rocket');
    await join(ada, id, ben);
    return { teamId: id, ada, ben };
  }),
});
