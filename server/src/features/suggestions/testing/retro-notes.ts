// Realistic notes by theme, which a good grouping reproduces. `furtherThemes` is held-out data: it was not used to tune
// the comparison (docs/decisions/0016-similar-notes.md).

export const englishThemes: Record<string, string[]> = {
  builds: [
    'The CI pipeline takes 40 minutes, I lose focus every time',
    'Builds are way too slow',
    'Waiting for Jenkins again and again',
    'Build time went up since we added the new modules',
    'Caching in the pipeline does not work, everything is compiled from scratch',
    'Slow builds block the merge queue',
    'Compile times hurt',
  ],
  tests: [
    'Flaky end-to-end tests fail at random',
    'Test coverage of the payment module is too low',
    'I do not trust our test suite any more, it is red half of the time',
    'We need more unit tests and fewer browser tests',
    'Tests fail on my machine but pass elsewhere',
    'QA found bugs that automated tests should have caught',
    'Selenium tests are unreliable',
  ],
  releases: [
    'The release on Thursday went smoothly',
    'Deploying to production takes a whole afternoon of manual steps',
    'Rollback worked within five minutes, great',
    'Zero downtime deployment, finally!',
    'Release notes were forgotten',
    'Too many hotfixes after the last release',
  ],
  meetings: [
    'Too many meetings this sprint',
    'Daily standup takes 30 minutes instead of 15',
    'Refinement meetings without an agenda',
    'My calendar is full of calls, no time to concentrate',
    'Could we skip the Wednesday sync?',
    'Planning session was long and exhausting',
    'Let us have a meeting free day',
  ],
  reviews: [
    'Pull requests wait for days until somebody reviews them',
    'Code review comments were friendly and helpful',
    'PRs are too big to review properly',
    'Reviews take forever',
    'Only two people do code reviews',
    'I learned a lot from the review feedback',
  ],
  requirements: [
    'Requirements changed in the middle of the sprint',
    'Acceptance criteria were unclear',
    'Stories are too vague when we start them',
    'The product owner was not available for questions',
    'Scope creep in the checkout story',
    'Tickets without a description',
    'Specification came late from the customer',
  ],
  onboarding: [
    'Onboarding of Maria went really well',
    'New colleagues need weeks until their laptop is set up',
    'Setup guide for newcomers is outdated',
    'Mentoring the new hire was fun',
    'Welcome day for the new team members was great',
    'It took me long to get access to all systems as a newcomer',
  ],
  incidents: [
    'Database outage on Monday night',
    'Being on call is stressful, three alerts every night',
    'Monitoring told us about the outage before customers did',
    'The server crashed twice this week',
    'Alerts are noisy, nobody reads them any more',
    'Postmortem of the incident was blameless',
  ],
  debt: [
    'Legacy code slows us down',
    'We never find time for refactoring',
    'Technical debt in the billing service keeps growing',
    'Nobody understands the old authentication module',
    'Upgrade of the framework is overdue',
    'Dead code was removed, the codebase feels cleaner',
  ],
  mood: [
    'Great team spirit, everybody helps',
    'Thank you Tom for helping me with everything',
    'The team lunch was fun',
    'I felt supported by my colleagues',
    'Good collaboration across the team',
    'We laughed a lot together',
  ],
};

export const furtherThemes: Record<string, string[]> = {
  docs: [
    'Documentation is out of date',
    'The wiki is a mess, I never find anything',
    'API docs were helpful for the mobile team',
    'Nobody writes down decisions',
    'Readme of the gateway is wrong',
  ],
  estimation: [
    'We underestimated almost every story',
    'Story points differ wildly between people',
    'Our estimates were too optimistic',
    'Velocity dropped because estimation was off',
    'Planning poker worked fine',
  ],
  remote: [
    'Working from home works well for me',
    'Bad audio in the video calls',
    'Remote colleagues are left out of discussions',
    'I miss seeing people in the office',
    'Hybrid days are hard to organise',
  ],
  security: [
    'The security audit found only minor issues',
    'Vulnerable dependencies stay unpatched for weeks',
    'Passwords in the repository!',
    'Penetration test went fine',
    'Two factor authentication is finally mandatory',
  ],
  design: [
    'Mockups arrived too late for implementation',
    'The new design system saves a lot of time',
    'UX feedback from the user interviews was gold',
    'Designers and developers should pair more',
    'Figma files do not match the implementation',
  ],
  performance: [
    'The dashboard loads in under a second now',
    'Search queries are slow on large customers',
    'Page load time doubled',
    'Memory leak in the worker was fixed',
    'Database queries need an index',
  ],
  interruptions: [
    'Too many interruptions by support requests',
    'Constant context switching between projects',
    'Slack messages all day long distract me',
    'I want uninterrupted focus time',
    'Support tickets eat half of the sprint',
  ],
  dependencies: [
    'We waited a week for the platform team',
    'Blocked by another team again',
    'The external vendor did not deliver the interface',
    'Handover between teams was unclear',
    'Cross-team dependencies should be known earlier',
  ],
};

export const germanThemes: Record<string, string[]> = {
  builds: [
    'Die Builds dauern viel zu lange',
    'Build-Zeiten sind schon wieder gestiegen',
    'Langsame Builds nerven',
  ],
  meetings: [
    'Zu viele Meetings in diesem Sprint',
    'Meetings ohne Agenda kosten Zeit',
    'Das Daily-Meeting dauert zu lang',
  ],
  deploy: [
    'Deployment am Freitag hat gut geklappt',
    'Das Deployment braucht zu viele manuelle Schritte',
    'Deployments endlich automatisiert',
  ],
  tests: [
    'Die Tests sind instabil',
    'Mehr automatisierte Tests für die Zahlung',
    'Testabdeckung ist zu niedrig',
  ],
  doku: [
    'Die Dokumentation ist veraltet',
    'Niemand pflegt die Doku',
    'Dokumentation der Schnittstellen fehlt',
  ],
  review: [
    'Code-Reviews bleiben tagelang liegen',
    'Reviews haben mir sehr geholfen',
    'Zu große Pull Requests, Review unmöglich',
  ],
};

/** Notes without a common theme. */
export const unrelatedNotes: string[] = [
  'The coffee machine is broken',
  'Office chairs are uncomfortable',
  'Please fix the font on the landing page',
  'Salary talks are still open',
  'Vacation planning for August',
  'The air conditioning is too cold',
];
