CREATE TABLE "guest_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"meeting_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"max" integer NOT NULL,
	"admit" boolean NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_links_meetingId_unique" UNIQUE("meeting_id"),
	CONSTRAINT "guest_links_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "guest_of" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "guest_state" text;--> statement-breakpoint
ALTER TABLE "guest_links" ADD CONSTRAINT "guest_links_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_links" ADD CONSTRAINT "guest_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_guests" ON "users" USING btree ("guest_of") WHERE "users"."guest_of" is not null;