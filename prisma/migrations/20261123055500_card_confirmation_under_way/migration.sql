-- AlterTable
ALTER TABLE "checkout_links" ADD COLUMN     "confirming_since" TIMESTAMPTZ(3);
