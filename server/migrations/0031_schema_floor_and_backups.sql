CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"node" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"file" text,
	"bytes" bigint,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "schema_floor" (
	"id" integer PRIMARY KEY NOT NULL,
	"oldest_migration" bigint NOT NULL,
	"oldest_program" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "backup_runs_started" ON "backup_runs" USING btree ("started_at");
--> statement-breakpoint
INSERT INTO "schema_floor" ("id", "oldest_migration", "oldest_program") VALUES (1, 1795385299407, '0.1.0');
