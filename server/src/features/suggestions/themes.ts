// Themes that retrospectives keep coming back to, with the words that people use for them, in English and German:
// "Jenkins" and "pipeline" belong together for a team, and no general word list knows it. Word vectors do not hold most
// of these.

// A theme and its words: beginnings of words, or whole words where they end with `$`.
// Two words that are often written apart stand here as one ("on call", "stand-up").
const vocabulary = `
builds: build$ builds$ building$ compil bundl ci$ pipeline jenkins gradle maven webpack bazel artifact cache caching kompil
testing: test qa$ coverage selenium cypress playwright regression junit e2e flak mocks$ testabdeck
releases: releas deploy rollout rollback hotfix ship$ shipped shipping golive staging production prod$ canary veröffentlich auslieferung produktiv
meetings: meeting standup daily$ dailies refinement grooming retro$ retros$ sync$ syncs$ agenda ceremon calendar call$ calls$ planning besprechung termin$ termine$ kalender sitzung
reviews: review pr$ prs$ pullrequest mergerequest merge$ merging approv codereview
requirements: requirement criteria acceptance story stories userstor spec$ specs$ specification scope unclear vague epic ticket tickets anforderung akzeptanz spezifikation unklar
priorities: backlog priorit roadmap productowner stakeholder po$ goal goals sprintgoal ziel ziele sprintziel
onboarding: onboard newcomer newhire hired hiring mentor welcome buddy$ newbie einarbeit einsteiger
incidents: incident outage crash downtime oncall pager alert alarm monitor postmortem server störung ausfall bereitschaft abgestürzt überwach
techdebt: legacy refactor technicaldebt techdebt debt$ rewrite cleanup outdated upgrad migrat deprecat workaround hack$ hacks$ hacky altlast umbau aufräum
defects: bug$ bugs$ buggy defect regress broken fehler defekt
documentation: doc$ docs$ document wiki readme confluence runbook handbook doku anleitung
estimates: estimat underestimat overestimat velocity storypoint points poker forecast schätz geschätzt aufwand
remote: remote hybrid workfromhome homeoffice home office zoom audio büro
security: security secure vulnerab password passwort secret$ secrets$ audit penetration pentest unpatched authenticat twofactor sicherheit
design: design mockup figma ux$ ui$ usability prototype wireframe layout entwurf
performance: performance latency slow$ slower slowness loadtime memoryleak query queries index langsam ladezeit
focus: interrupt distract contextswitch focus concentrat unterbrech ablenk fokus konzentr
blockers: blocked blocker blocking block$ wait waited waiting depend vendor external handover crossteam thirdparty abhängig warten wartet blockiert extern
communication: communicat inform informed heard slack$ chat transparen kommunik mitteil absprach
collaboration: pairing pairprogramming mobprogramming together collaborat help helped helping helpful support$ supported teamwork spirit colleague zusammenarbeit gemeinsam hilfe geholfen hilfsbereit teamgeist kolleg
fun: fun$ laugh party lunch celebrat happy morale mood joy spaß stimmung gelacht feier
thanks: thank$ thanks thx kudos grateful appreciat danke dank$
workload: stress overtime overload pressure exhaust burnout tired deadline workload weekend überstunden überlast druck erschöpf
customers: customer client$ clients$ user$ users$ feedback interview kunde kunden nutzer rückmeld
knowledge: knowledge silo$ silos$ busfactor learn training workshop sharing wissen gelernt schulung
absence: vacation holiday sick leave$ absence capacity understaffed staffing urlaub krank
tools: tool$ tools$ tooling jira laptop hardware license licence ide$ editor vpn werkzeug rechner
environments: environment docker kubernetes cluster infra$ infrastructure cloud aws azure terraform umgebung
decisions: decision decide ownership responsib entscheid zuständig verantwort
`;

const wholeWords = new Map<string, string[]>();
const beginnings: { beginning: string; theme: string }[] = [];
for (const line of vocabulary.trim().split('\n')) {
  const [theme = '', words = ''] = line.split(': ');
  for (const word of words.split(' ')) {
    if (!word.endsWith('$')) beginnings.push({ beginning: word, theme });
    const whole = word.replace('$', '');
    wholeWords.set(whole, [...(wholeWords.get(whole) ?? []), theme]);
  }
}

/** A German compound carries its theme at its end: "Regressionstests". Shorter ends are found in unrelated words. */
const shortestEnd = 6;

/** The themes of a word in lower case. Most words have none. */
export function themesOf(word: string): string[] {
  const found = new Set(wholeWords.get(word));
  for (const { beginning, theme } of beginnings) {
    const endsWithIt = beginning.length >= shortestEnd && word.endsWith(beginning);
    if (word.startsWith(beginning) || endsWithIt) found.add(theme);
  }
  return [...found];
}

/** Whether two words that were written apart are one word of the vocabulary. */
export function isJoinedWord(word: string): boolean {
  return wholeWords.has(word);
}
