CREATE TABLE "spectator_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"meeting_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "spectator_links_meetingId_unique" UNIQUE("meeting_id"),
	CONSTRAINT "spectator_links_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "spectator_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"link_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spectator_tickets" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"link_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "spectator_links" ADD CONSTRAINT "spectator_links_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spectator_links" ADD CONSTRAINT "spectator_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spectator_sessions" ADD CONSTRAINT "spectator_sessions_link_id_spectator_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."spectator_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spectator_tickets" ADD CONSTRAINT "spectator_tickets_link_id_spectator_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."spectator_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "spectator_sessions_link" ON "spectator_sessions" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "spectator_tickets_link" ON "spectator_tickets" USING btree ("link_id");