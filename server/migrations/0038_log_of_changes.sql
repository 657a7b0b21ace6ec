CREATE TABLE "board_changes" (
	"meeting_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"change" jsonb NOT NULL,
	"text_keys" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "board_changes_meeting_id_seq_pk" PRIMARY KEY("meeting_id","seq")
);
--> statement-breakpoint
CREATE INDEX "board_changes_texts" ON "board_changes" USING gin ("text_keys");
--> statement-breakpoint
-- The log of changes begins anew: nobody catches up from the log of events.
DELETE FROM "board_events";
--> statement-breakpoint
UPDATE "meetings" SET "epoch" = gen_random_uuid(), "epoch_seq" = "seq";
