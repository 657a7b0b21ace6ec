// Extracts the terms for comparing texts: stems, themes and letter trigrams of the content words.
import { foldText } from '@wentwell/contract/text/letters';

// Common retrospective themes with their vocabulary in English and German. "Jenkins" and "pipeline" are related for a
// team, but missing from general word lists and mostly from the word vectors.

// Per line: a theme, then prefixes, or whole words marked with `$`. Words often written apart are joined.
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
fun: fun$ laugh party lunch celebrat happy morale mood joy spass stimmung gelacht feier
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

/** German compounds end with the theme: "Regressionstests". Shorter suffixes would match unrelated words. */
const suffixMinLength = 6;

/** Expects lower case. Most words have no theme. */
function themesOf(word: string): string[] {
  const found = new Set(wholeWords.get(word));
  for (const { beginning, theme } of beginnings) {
    const endsWithIt = beginning.length >= suffixMinLength && word.endsWith(beginning);
    if (word.startsWith(beginning) || endsWithIt) found.add(theme);
  }
  return [...found];
}

// English and German words without topical meaning.
const stopWords: ReadonlySet<string> = new Set(
  `
a about above after again against all also always am an and any anything are as at be because been before being below
between both but by can could did do does doing down during each even every everybody everyone everything few finally
fine for from further get gets give go good got great had has have having he her here hers him his how i if in into is
it its itself just keep let like lot made make many maybe me more most much my need needs never nice no nobody none nor not
now of off on once only or other our out over own quite rather really same she should so some somebody something still
such than that the their them then there these they thing things this those through time times to today too under until up us very
was way we well went were what when where whether which while who whom why will with without would yet you your
aber alle alles als also am an andere auch auf aus bei beim bin bis da dabei damit dann das dass dem den denn der des die
dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines endlich er es etwas euch für
ganz gar gut haben hat hatte hatten hier ich ihr im immer in ins ist ja jede jeder jemand jetzt kann kein keine keinen
können könnte leider man mehr mein mich mir mit muss müssen nach nicht nichts nie niemand noch nun nur ob oder ohne schon
sehr sein seine seit sich sie sind so soll sollte sollten über um und uns unser unsere viel viele vielen vom von vor war
waren warum was weil weniger wenn wer werden wie wieder wir wird wo wurde wurden zu zum zur zwischen
`
    .trim()
    .split(/\s+/u),
);

/** Limits the work per text. The first words usually contain the topic. */
const wordsMax = 150;
const wordLengthMax = 40;

function wordsOf(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, wordsMax).map((word) => word.slice(0, wordLengthMax));
}

/** Turns "on call" and "on-call" into "oncall" if the vocabulary contains it. */
function joinKnownPairs(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? '';
    const pair = word + (words[place + 1] ?? '');
    const isPair = pair !== word && wholeWords.has(pair);
    joined.push(isPair ? pair : word);
    if (isPair) place += 1;
  }
  return joined;
}

/** Keeps the order. A text of only stop words keeps them. */
export function contentWords(text: string): string[] {
  const words = joinKnownPairs(wordsOf(text));
  const content = words.filter((word) => word.length > 1 && !stopWords.has(word));
  return content.length > 0 ? content : words;
}

const suffix = /(?:ings?|ed|ers?|ly|ments?|en|ung|ungen)$/u;

/** Strips common English and German endings, so that "build" matches "builds" and "building". */
function stemOf(word: string): string {
  const singular = word
    .replace(/ies$/u, 'y')
    .replace(/sses$/u, 'ss')
    .replace(/(?<!s)s$/u, '');
  const ending = suffix.exec(word);
  const stem =
    ending && word.length - ending[0].length >= 4 ? word.slice(0, ending.index) : singular;
  return stem.replace(/(.)\1$/u, '$1').replace(/e$/u, '');
}

// Shorter words share trigrams by chance.
const trigramMinLength = 5;

// Number of hash buckets, which bounds the number of trigram terms.
const trigramBuckets = 1 << 16;

/** Hashed trigrams of the word, including its boundaries. */
function trigramsOf(word: string): number[] {
  if (word.length < trigramMinLength) return [];
  const padded = `_${word}_`;
  return Array.from({ length: padded.length - 2 }, (_, start) => {
    let hash = 0;
    for (const letter of padded.slice(start, start + 3)) {
      hash = (Math.imul(hash, 4099) + (letter.codePointAt(0) ?? 0)) >>> 0;
    }
    return hash % trigramBuckets;
  });
}

/** A stem, a theme or a hashed trigram. */
export type Term = string | number;

const [stemWeight, themeWeight, letterWeight] = [1, 1.5, 0.15];

/** Returns terms with weights, independent of other texts. Trigrams match words of any language. */
export function termsOf(words: readonly string[]): Map<Term, number> {
  const terms = new Map<Term, number>();
  for (const word of words) {
    terms.set(`stem ${stemOf(word)}`, stemWeight);
    for (const theme of themesOf(word)) terms.set(`theme ${theme}`, themeWeight);
    for (const letters of trigramsOf(word)) terms.set(letters, letterWeight);
  }
  return terms;
}
