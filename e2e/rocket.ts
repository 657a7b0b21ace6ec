// One team with an owner and a member, made once for tests that follow each other: others may have joined since.
import { type Somebody, join, newPerson, newTeam, test as base } from './walk.ts';

export interface Rocket {
  teamId: string;
  /** Its admin. */
  ada: Somebody;
  /** Its member. */
  ben: Somebody;
}

export const test = base.extend<object, { rocket: Rocket }>({
  rocket: [
    async ({ product }, use) => {
      const ada = await newPerson(product, 'ada@example.com', ['Ada', 'Byron']);
      const ben = await newPerson(product, 'ben@example.com', ['Ben', 'Okri']);
      const { id } = await newTeam(ada, 'Rocket');
      await join(ada, id, ben);
      await use({ teamId: id, ada, ben });
    },
    { scope: 'worker' },
  ],
});
