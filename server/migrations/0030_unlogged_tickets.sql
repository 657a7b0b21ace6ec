-- A ticket lives for half a minute, and whoever loses theirs asks again: nothing waits for a disk because of one.
ALTER TABLE "live_tickets" SET UNLOGGED;
