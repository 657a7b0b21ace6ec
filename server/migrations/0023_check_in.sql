CREATE TABLE "asked_questions" (
	"team_id" uuid PRIMARY KEY NOT NULL,
	"asked" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "check_in_turns" (
	"meeting_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"phase_started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "check_in_turns_meeting_id_user_id_pk" PRIMARY KEY("meeting_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "check_ins" (
	"meeting_id" uuid PRIMARY KEY NOT NULL,
	"question" integer,
	"question_hidden" boolean DEFAULT false NOT NULL,
	"scores" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"scores_version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "asked_questions" ADD CONSTRAINT "asked_questions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_turns" ADD CONSTRAINT "check_in_turns_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_turns" ADD CONSTRAINT "check_in_turns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;