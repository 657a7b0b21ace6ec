// Limits and timeouts that client and server must agree on.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const limits = {
  /** Characters. The maximum bounds the cost of hashing (docs/api.md A-52). */
  passwordMin: 8,
  passwordMax: 128,
  /** Characters of an address, the maximum of SMTP. */
  emailMax: 254,
  /** Characters of a first or last name after trimming. */
  personNameMin: 2,
  personNameMax: 100,
  teamNameMax: 100,
  teamDescriptionMax: 500,
  meetingNameMax: 200,
  /** Columns per board; characters of a column's id, title and prompt. */
  columnsMax: 6,
  columnIdMax: 32,
  columnTitleMax: 60,
  columnPromptMax: 200,
  /** Characters of a check-up question; questions per meeting and per team. */
  checkUpQuestionMax: 120,
  checkUpQuestions: 12,
  /** Answers in an imported file: per question, and all scores. */
  answersPerQuestion: 2000,
  answersPerMeeting: 20_000,
  /** Characters of a template's name; templates per team. */
  templateNameMax: 60,
  templatesPerTeam: 50,
  /** Characters of a note after trimming (docs/api.md A-75). */
  noteContentMax: 2000,
  /** Notes per board (docs/api.md A-74). */
  notesPerBoard: 1000,
  /** Characters of a group's title. */
  groupTitleMax: 100,
  /** Characters of a comment; comments per topic and per board. */
  commentContentMax: 2000,
  commentsPerTopic: 200,
  commentsPerBoard: 1000,
  /** UTF-8 bytes of an emoji; different emojis per note. */
  emojiBytesMax: 16,
  emojisPerNote: 12,
  /** Maximum votes per person; defaults per person and per topic. */
  votesPerPersonMax: 20,
  votesPerPerson: 5,
  votesPerTopic: 3,
  /** Maximum seconds counted per topic: one day. */
  topicSecondsMax: 86_400,
  /** Characters of an action item and of the reason for dropping it. */
  actionTextMax: 500,
  actionReasonMax: 500,
  /** Characters of a published summary and of a text sent to an AI service. */
  aiSummaryMax: 4000,
  aiRequestMax: 60_000,
  /** Open action items per team; action items per meeting in any state. */
  openActionsPerTeam: 300,
  actionsPerMeeting: 200,
  phaseMinutesMax: 480,
  /** Seconds per start or extension of a timer; maximum remaining ms. */
  timerSecondsMin: 5,
  timerSecondsMax: 14_400,
  timerTotalMs: 8 * HOUR,

  /** Queued changes of one board per node, and per account. */
  boardWriters: 300,
  boardWritersPerAccount: 50,
  /** Maximum time in the queue, in ms. */
  boardWriterMaxWait: 4 * SECOND,
  /** Maximum batch size for queued commands of one kind. */
  commandsPerBatch: 50,

  /** Quotas per account, team or board. Requests beyond them are rejected until the day or hour ends. */
  teamsPerAccountAndDay: 30,
  meetingsPerTeamAndDay: 100,
  importBytesPerAccountAndDay: 64 * 1024 * 1024,
  openInvitationsPerTeam: 300,
  boardHistoryBytesPerHour: 64 * 1024 * 1024,

  /** Default and maximum of `limit` for lists (docs/api.md A-14). */
  listDefault: 100,
  listMax: 1000,
  userSearchDefault: 20,
  userSearchMax: 100,
  /** Maximum ids per lookup of names. */
  namesMax: 100,

  idempotencyKeyMax: 200,

  /** Bytes of a request body (docs/api.md A-23). */
  bodyBytes: 64 * 1024,
  importBytes: 1024 * 1024,

  /** Maximum age and idle time of a session, in ms (docs/api.md A-53). */
  sessionMaxAge: 30 * DAY,
  sessionMaxIdle: 7 * DAY,
  /** How long after a login the password is not asked for again, in ms. */
  sessionFreshFor: 10 * MINUTE,
  verificationMaxAge: 24 * HOUR,
  /** Pending registrations per unverified address. A further one replaces the oldest. */
  registrationsWaiting: 5,
  /** Verification emails per address and hour. Further ones are not sent. */
  verificationsPerHour: 5,
  /** How long a verification link shows its address. */
  verificationKnownFor: 30 * DAY,
  invitationMaxAge: 7 * DAY,
  /** Lifetimes of a reset link, a refreshed token and an idempotency receipt, in ms. */
  passwordResetMaxAge: HOUR,
  refreshedTokenMaxAge: MINUTE,
  receiptMaxAge: DAY,

  /** Delay between login and redirect, in ms. */
  loginRedirectDelay: 100,
  /** Default start of a scheduled meeting, as local hour. */
  scheduledHour: 9,
  /** Invitations per user and minute. The form for several invitations accepts as many. */
  invitationsPerMinute: 10,
  /** Invitations per team and day, and per team, address and day. */
  teamInvitationsPerDay: 200,
  sameInvitationsPerDay: 3,
  /** Invitation emails per address and day, from all senders. */
  invitationMailsPerDay: 3,
  testMailsPerDay: 50,
  dashboardMeetings: 10,
  myTeams: 10,
} as const;

/** Limits of the live channel (docs/live-protocol.md). Times in ms, sizes in bytes. */
export const liveLimits = {
  ticketMaxAge: 30 * SECOND,
  /** A client pings at this interval, and reconnects after `pong` without an answer. */
  ping: 30 * SECOND,
  pong: 10 * SECOND,
  /** Delays of the client's first ping and `user_joined` after opening. */
  firstPing: 1 * SECOND,
  joinAnnouncement: 500,
  reconnectAttempts: 5,
  reconnectMax: 30 * SECOND,
  /** After a close with 1006, the delay is multiplied by this factor, up to `reconnectLostMax`. */
  reconnectLostFactor: 5,
  reconnectLostMax: 300 * SECOND,
  /** A connection of this age is stable and resets the attempts. */
  stableAfter: 30 * SECOND,
  /** Polling interval of the log while the socket is down. */
  pollEvery: 3 * SECOND,
  /** Polling interval for the start of a planned meeting. */
  plannedPollEvery: 15 * SECOND,
  /** The server's own pings detect a dead connection within 20 s. */
  serverPing: 10 * SECOND,
  serverPong: 9 * SECOND,
  /** Interval of `head` frames on an idle board. Nodes recheck access at the same interval (S-52). */
  head: 15 * SECOND,
  /** Interval at which a node rechecks the access of its screens (S-60). */
  screenRecheck: 500,
  frameBytes: 16 * 1024,
  frames: { perSecond: 30, burst: 60 },
  /** Limits of one frame: fragments and nesting depth. Invalid JSON frames before closing (S-23 to S-25). */
  frameFragments: 1024,
  frameDepth: 32,
  framesNotJson: 3,
  admissionMaxAge: 5 * SECOND,
  /** Open sockets per node; an IPv6 address counts with its /64 (S-17). */
  socketsPerAddress: 2000,
  socketsPerUser: 20,
  socketsPerLink: 100,
  socketsPerBoard: 2000,
  /** Rate limit for one client's signals; excess signals are dropped. */
  signals: { perSecond: 5, burst: 10 },
  /** Minimum interval for relaying one user's editing mark on one note. */
  noteEditingEvery: 1 * SECOND,
  /** Rate limit for one client's drag frames, and the interval for rechecking that the note may be dragged. */
  drags: { perSecond: 10, burst: 10 },
  dragLookUpEvery: 1 * SECOND,
  /** A drag mark expires this long after its last frame. */
  noteDraggingMaxAge: 3 * SECOND,
  /** A typing mark expires this long after its last frame; pages repeat the frame at `typingEvery`. */
  typingMaxAge: 5 * SECOND,
  typingEvery: 2 * SECOND,
  typingCountsEvery: 250,
  /** A node forgets another node's screen count after this long without a repetition. */
  screensMaxAge: 45 * SECOND,
  /** Lifetime of a screen's session. The screen then exchanges its link for a new one. */
  spectatorSessionMaxAge: 15 * 60 * SECOND,
  /** The screen link stays valid this long after the meeting's end. */
  spectatorLinkAfterEnd: 24 * 60 * 60 * SECOND,
  /** Rate limits for floating reactions: per user and node, and per board. */
  floats: { perSecond: 3, burst: 6 },
  boardFloats: { perSecond: 20, burst: 40 },
  /** Interval of the client's hash checks, and the minimum interval of the server's comparisons. */
  checkEvery: 60 * SECOND,
  checkAtMostEvery: 30 * SECOND,
  /** Maximum number of missed changes. Beyond it, fetch the snapshot again. */
  resumeMax: 1000,
  /** Soft maximum of a page of missed changes. The last change may exceed it. */
  eventsPageBytes: 1024 * 1024,
  presenceEvery: 250,
  /** From this many people on, full lists are sent at most once per `crowdPresenceEvery`. */
  presenceCrowd: 100,
  crowdPresenceEvery: 2 * SECOND,
  /** A user counts as gone this long after closing their last tab. */
  presenceLinger: 5 * SECOND,
  noteEditingMaxAge: 5 * SECOND,
  /** Renewal interval and lifetime of a node's participant lease (S-43). */
  leaseEvery: 3 * SECOND,
  leaseMaxAge: 10 * SECOND,
  /** Interval at which each node reads its boards' heads from the database, independent of the bus (S-37). */
  headPoll: 1 * SECOND,
  /** A stopping node closes its sockets within this time. */
  drainSpread: 3 * SECOND,
  /** Maximum backlog of one socket. Beyond it, the socket is closed as a slow reader. */
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
