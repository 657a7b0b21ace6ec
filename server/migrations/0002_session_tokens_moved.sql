ALTER TABLE "sessions" DROP CONSTRAINT "sessions_tokenHash_unique";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "token_hash";