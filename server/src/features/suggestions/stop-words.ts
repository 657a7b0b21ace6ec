// Words that say nothing about what a note is about, in English and German.
export const stopWords: ReadonlySet<string> = new Set(
  `
a about above after again against all also always am an and any anything are as at be because been before being below
between both but by can could did do does doing down during each even every everybody everyone everything few finally
fine for from further get gets give go good got great had has have having he her here hers him his how i if in into is
it its itself just keep let like lot made make many maybe me more most much my need needs never no nobody none nor not
now of off on once only or other our out over own quite rather really same she should so some somebody something still
such than that the their them then there these they thing things this those through to today too under until up us very
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
