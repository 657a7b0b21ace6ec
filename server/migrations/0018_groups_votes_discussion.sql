CREATE TABLE "groups" (
	"meeting_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"title_is_custom" boolean NOT NULL,
	"column_id" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "groups_meeting_id_id_pk" PRIMARY KEY("meeting_id","id")
);
--> statement-breakpoint
CREATE TABLE "votes" (
	"meeting_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "votes_user_id_note_id_pk" PRIMARY KEY("user_id","note_id")
);
--> statement-breakpoint
CREATE TABLE "votes_finished" (
	"meeting_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"phase_started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "votes_finished_meeting_id_user_id_pk" PRIMARY KEY("meeting_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "discussion" jsonb;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "discussion_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "group_id" uuid;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_note_id_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."notes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes_finished" ADD CONSTRAINT "votes_finished_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes_finished" ADD CONSTRAINT "votes_finished_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "votes_board" ON "votes" USING btree ("meeting_id");--> statement-breakpoint
CREATE INDEX "votes_note" ON "votes" USING btree ("note_id");