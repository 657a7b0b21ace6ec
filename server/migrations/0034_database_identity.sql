CREATE TABLE "database_identity" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"era" uuid DEFAULT gen_random_uuid() NOT NULL,
	"renewals" integer DEFAULT 0 NOT NULL,
	"system_identifier" text,
	"timeline" text,
	"lost_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "epoch_seq" bigint;--> statement-breakpoint
-- Nodes of the version before publish on other channels. While any node is deaf they read the heads of their boards each second.
INSERT INTO "deaf_nodes" ("node_id", "expires_at") VALUES (gen_random_uuid(), '9999-12-31');
