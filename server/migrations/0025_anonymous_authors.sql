CREATE TABLE "unnamed_reactions" (
	"meeting_id" uuid NOT NULL,
	"author_hash" text NOT NULL,
	"note_id" uuid NOT NULL,
	"emoji" text NOT NULL,
	CONSTRAINT "unnamed_reactions_note_id_emoji_author_hash_pk" PRIMARY KEY("note_id","emoji","author_hash")
);
--> statement-breakpoint
ALTER TABLE "comments" ALTER COLUMN "author_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ALTER COLUMN "author_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "author_hash" text;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "deleted_by_hash" text;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "author_hash" text;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "deleted_by_hash" text;--> statement-breakpoint
ALTER TABLE "unnamed_reactions" ADD CONSTRAINT "unnamed_reactions_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unnamed_reactions" ADD CONSTRAINT "unnamed_reactions_note_id_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."notes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unnamed_reactions_board" ON "unnamed_reactions" USING btree ("meeting_id");