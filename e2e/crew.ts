// A team used by one test only: Robin is its admin, Sasha a member.
import { type Somebody, join, newPerson, newTeam, test as base } from './walk.ts';

export interface Crew {
  team: { id: string; name: string };
  /** Its only admin. */
  robin: Somebody;
  sasha: Somebody;
}

let crews = 0;

export const test = base.extend<{ crew: Crew }>({
  crew: async ({ product }, use) => {
    crews += 1;
    const [robin, sasha] = await Promise.all([
      newPerson(product, `robin-${crews}@example.com`, ['Robin', 'Field']),
      newPerson(product, `sasha-${crews}@example.com`, ['Sasha', 'Brook']),
    ]);
    const name = 'Rocket';
    const { id } = await newTeam(robin, name);
    await join(robin, id, sasha);
    await use({ team: { id, name }, robin, sasha });
  },
});
