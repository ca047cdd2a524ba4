-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "proven_at" TIMESTAMPTZ(3);

-- From here on a row holds the hash of what the cookie carries. Those that hold the cookie's text itself go: whoever was
-- signed in signs in again.
DELETE FROM sessions;
