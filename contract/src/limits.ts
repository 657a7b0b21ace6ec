// Every maximum and timeout that both sides must agree on.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const limits = {
  /** Characters. The upper bound keeps hashing bounded (docs/api.md A-52). */
  passwordMin: 8,
  passwordMax: 128,
  /** Characters of an address, the longest that SMTP carries. */
  emailMax: 254,
  /** Characters of a first or last name, after trimming. */
  personNameMin: 2,
  personNameMax: 100,
  teamNameMax: 100,
  teamDescriptionMax: 500,
  meetingNameMax: 200,
  /** Columns of one board; characters of a column's id, title and prompt. */
  columnsMax: 6,
  columnIdMax: 32,
  columnTitleMax: 60,
  columnPromptMax: 200,
  /** Characters of a question of the check-up; questions of a meeting, and of a team. */
  checkUpQuestionMax: 120,
  checkUpQuestions: 12,
  /** Questions with answers per meeting, including those that it no longer asks. */
  checkUpAsked: 60,
  /** Answers of one meeting's file: to one question, and all scores together. */
  answersPerQuestion: 2000,
  answersPerMeeting: 20_000,
  /** Characters of a template's name; templates that a team may have of its own. */
  templateNameMax: 60,
  templatesPerTeam: 50,
  /** Characters of a note after trimming (docs/api.md A-75). */
  noteContentMax: 2000,
  /** Notes on one board (docs/api.md A-74). */
  notesPerBoard: 1000,
  /** Characters of a group's title. */
  groupTitleMax: 100,
  /** Characters of a comment; comments on one topic, and on one board. */
  commentContentMax: 2000,
  commentsPerTopic: 200,
  commentsPerBoard: 1000,
  /** Bytes of an emoji in UTF-8; different ones on one note. */
  emojiBytesMax: 16,
  emojisPerNote: 12,
  /** Votes that each person may have, and how many they have where nothing else is set. */
  votesPerPersonMax: 20,
  votesPerPerson: 5,
  votesPerTopic: 3,
  /** Seconds that may be counted for one topic: a day. */
  topicSecondsMax: 86_400,
  /** Characters of an action item, and of the reason for dropping one. */
  actionTextMax: 500,
  actionReasonMax: 500,
  /** Characters of thanks; thanks on one board. */
  thanksTextMax: 200,
  thanksPerBoard: 200,
  /** Characters of a published summary, and of the text that an AI service is sent. */
  aiSummaryMax: 4000,
  aiRequestMax: 60_000,
  /** Open action items of a team, and action items of one meeting whatever became of them. */
  openActionsPerTeam: 300,
  actionsPerMeeting: 200,
  /** Minutes a phase may be given. */
  phaseMinutesMax: 480,
  /** Seconds that a timer is started with, or given more of; ms that one may have left. */
  timerSecondsMin: 5,
  timerSecondsMax: 14_400,
  timerTotalMs: 8 * HOUR,

  /** Changes of one board that wait for their turn on one node, and how many of them may be one account's. */
  boardWriters: 300,
  boardWritersPerAccount: 50,
  /** Ms that a change waits for its turn. */
  boardWriterMaxWait: 4 * SECOND,
  /** Waiting commands of one kind that are carried out together. */
  commandsPerBatch: 50,

  /** Quotas of one account, team or board; beyond them a call is refused until the day or hour is over. */
  teamsPerAccountAndDay: 30,
  meetingsPerTeamAndDay: 100,
  importBytesPerAccountAndDay: 64 * 1024 * 1024,
  openInvitationsPerTeam: 300,
  boardHistoryBytesPerHour: 64 * 1024 * 1024,

  /** Lists: `limit` when none is sent, and the most that may be asked for (docs/api.md A-14). */
  listDefault: 100,
  listMax: 1000,
  userSearchDefault: 20,
  userSearchMax: 100,
  /** People whose names are asked for by their ids. */
  namesMax: 100,

  idempotencyKeyMax: 200,

  /** Bytes of a request body (docs/api.md A-23). */
  bodyBytes: 64 * 1024,
  /** The same of a meeting that is imported. */
  importBytes: 1024 * 1024,

  /** A session's whole life, and how long it may lie idle, in ms (docs/api.md A-53). */
  sessionMaxAge: 30 * DAY,
  sessionMaxIdle: 7 * DAY,
  /** How long after a login its password need not be given again, in ms. */
  sessionFreshFor: 10 * MINUTE,
  verificationMaxAge: 24 * HOUR,
  /** Registrations that wait for one unverified address; a further one takes the place of the oldest. */
  registrationsWaiting: 5,
  /** Verification emails to one address in an hour; beyond it none is sent. */
  verificationsPerHour: 5,
  /** How long the holder of a verification link is told its address. */
  verificationKnownFor: 30 * DAY,
  invitationMaxAge: 7 * DAY,
  /** A reset link's life, how long a refreshed token still works, and how long a receipt is kept, in ms. */
  passwordResetMaxAge: HOUR,
  refreshedTokenMaxAge: MINUTE,
  receiptMaxAge: DAY,

  /** How long after a login the browser goes on to its target, in ms. */
  loginRedirectDelay: 100,
  /** Hour of the local day at which a scheduled meeting starts. */
  scheduledHour: 9,
  /** Invitations that one person may send within a minute; so many at once fit into the form for several. */
  invitationsPerMinute: 10,
  /** Invitations of one team within a day, and those of them to one address. */
  teamInvitationsPerDay: 200,
  sameInvitationsPerDay: 3,
  /** Mails with an invitation to one address within a day, whoever sends them. */
  invitationMailsPerDay: 3,
  testMailsPerDay: 50,
  dashboardMeetings: 10,
  myTeams: 10,
} as const;

/** The live channel's numbers (docs/live-protocol.md). Times in ms, sizes in bytes. */
export const liveLimits = {
  ticketMaxAge: 30 * SECOND,
  /** A client asks for a sign of life every `ping`, and gives up after `pong` without one. */
  ping: 30 * SECOND,
  pong: 10 * SECOND,
  /** The client's first ping, and its own announcement, after opening. */
  firstPing: 1 * SECOND,
  joinAnnouncement: 500,
  reconnectAttempts: 5,
  reconnectMax: 30 * SECOND,
  /** After a 1006 close the delay is this many times longer, up to `reconnectLostMax`. */
  reconnectLostFactor: 5,
  reconnectLostMax: 300 * SECOND,
  /** A connection this old is stable: the attempts count from zero again. */
  stableAfter: 30 * SECOND,
  /** The client polls the log this often while its socket is down. */
  pollEvery: 3 * SECOND,
  /** It asks this often whether a planned meeting has been started. */
  plannedPollEvery: 15 * SECOND,
  /** The server's own pings, so that a cut cable is noticed within 20 s. */
  serverPing: 10 * SECOND,
  serverPong: 9 * SECOND,
  /** An idle board says its seq this often; with the same beat a node asks who still may be connected (S-52). */
  head: 15 * SECOND,
  /** A node asks this often whether its screens may still be connected (S-60). */
  screenRecheck: 500,
  frameBytes: 16 * 1024,
  framesPerSecond: 30,
  frameBurst: 60,
  /** A frame may come in this many pieces, nest this deep, and be no JSON this often (S-23 to S-25). */
  frameFragments: 1024,
  frameDepth: 32,
  framesNotJson: 3,
  /** How long letting somebody in may take. */
  admissionMaxAge: 5 * SECOND,
  /** Open sockets that one node takes; an IPv6 address counts with its /64 (S-17). */
  socketsPerAddress: 2000,
  socketsPerUser: 20,
  /** Screens that one link shows a board on. */
  socketsPerLink: 100,
  socketsPerBoard: 2000,
  /** Signals of one client that are passed on or looked up; further ones are dropped. */
  signalsPerSecond: 5,
  signalBurst: 10,
  /** The same person's mark on the same note is passed on this often. */
  noteEditingEvery: 1 * SECOND,
  /** Frames of one client about what it drags; the server looks up this often whether the note may be dragged. */
  dragsPerSecond: 10,
  dragBurst: 10,
  dragLookUpEvery: 1 * SECOND,
  /** A note is not dragged any more this long after the last frame about it. */
  noteDraggingMaxAge: 3 * SECOND,
  /** Nobody writes in a column any more this long after their last frame about it; pages repeat it this often. */
  typingMaxAge: 5 * SECOND,
  typingEvery: 2 * SECOND,
  /** Counts of who is writing are sent at most this often. */
  typingCountsEvery: 250,
  /** A node forgets the screens of another that has not repeated their number for this long. */
  screensMaxAge: 45 * SECOND,
  /** A screen exchanges its link for another session after this long. */
  spectatorSessionMaxAge: 15 * 60 * SECOND,
  /** Its link works this long after the end of the meeting. */
  spectatorLinkAfterEnd: 24 * 60 * 60 * SECOND,
  /** Floating reactions of one user that a node passes on, and those that it sends to one board. */
  floatsPerSecond: 3,
  floatBurst: 6,
  boardFloatsPerSecond: 20,
  boardFloatBurst: 40,
  /** A client sends its board's hash this often; the server compares at most at the second pace. */
  checkEvery: 60 * SECOND,
  checkAtMostEvery: 30 * SECOND,
  /** More changes behind than this: fetch the snapshot again. */
  resumeMax: 1000,
  /** A page of missed changes ends with the change that makes it this large; one change may be larger. */
  eventsPageBytes: 1024 * 1024,
  /** Presence is sent at most this often. */
  presenceEvery: 250,
  /** From this many people on, whole lists are sent at most once in `crowdPresenceEvery`. */
  presenceCrowd: 100,
  crowdPresenceEvery: 2 * SECOND,
  /** A person is gone this long after their last tab. */
  presenceLinger: 5 * SECOND,
  noteEditingMaxAge: 5 * SECOND,
  /** A node renews the lease of its participants this often, and it expires after this long (S-43). */
  leaseEvery: 3 * SECOND,
  leaseMaxAge: 10 * SECOND,
  /** Each node reads the heads of its boards this often, whatever the bus carries (S-37). */
  headPoll: 1 * SECOND,
  /** A node that stops closes its sockets within this time. */
  drainSpread: 3 * SECOND,
  /** The most that may wait in one socket before it is closed as a slow reader. */
  waitingBytes: 1024 * 1024,
  waitingFrames: 256,
} as const;

/** The participants panel and the activity list. */
export const boardLimits = {
  activityEntries: 5,
  activityMaxAge: 10 * SECOND,
  activityPreview: 30,
  recentlyActive: 5,
  avatars: 6,
} as const;
