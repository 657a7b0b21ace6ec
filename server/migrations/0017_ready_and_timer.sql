CREATE TABLE "ready_marks" (
	"meeting_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"phase_started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ready_marks_meeting_id_user_id_pk" PRIMARY KEY("meeting_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "timer_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "timer_ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "timer_remaining_ms" integer;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "timer_started_by" uuid;--> statement-breakpoint
ALTER TABLE "ready_marks" ADD CONSTRAINT "ready_marks_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ready_marks" ADD CONSTRAINT "ready_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;