-- Money is released once its gateway, asked when the day had come, said so. What is there already counts as released without being
-- rewritten; the next migration takes that away again from what was not released long ago.
ALTER TABLE "payments" ADD COLUMN     "is_released" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "payments" ALTER COLUMN "is_released" SET DEFAULT false;
