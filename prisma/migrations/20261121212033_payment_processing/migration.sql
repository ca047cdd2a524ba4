-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "processing" BOOLEAN NOT NULL DEFAULT false;
