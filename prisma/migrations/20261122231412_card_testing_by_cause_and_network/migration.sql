-- AlterTable
ALTER TABLE "declines" ADD COLUMN     "cause_key" TEXT,
ADD COLUMN     "network" TEXT;

-- CreateTable
CREATE TABLE "card_callers" (
    "link_id" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "card_callers_pkey" PRIMARY KEY ("link_id")
);

-- CreateTable
CREATE TABLE "card_pauses" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "link_id" TEXT NOT NULL,
    "declines" INTEGER NOT NULL,
    "approvals" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "lifted_at" TIMESTAMPTZ(3),

    CONSTRAINT "card_pauses_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "card_callers_network_asked_at_idx" ON "card_callers"("network", "asked_at");

-- CreateIndex
CREATE INDEX "card_callers_asked_at_idx" ON "card_callers"("asked_at");

-- CreateIndex
CREATE INDEX "card_pauses_ends_at_idx" ON "card_pauses"("ends_at");

-- CreateIndex
CREATE UNIQUE INDEX "card_pauses_kind_subject_key" ON "card_pauses"("kind", "subject");

-- CreateIndex
CREATE INDEX "declines_cause_key_declined_at_idx" ON "declines"("cause_key", "declined_at");

-- CreateIndex
CREATE INDEX "declines_network_declined_at_idx" ON "declines"("network", "declined_at");

ALTER TABLE card_pauses ADD CONSTRAINT card_pauses_kind CHECK (kind IN ('network', 'cause'));
-- Networks are forgotten after a day (lib/payments/card-callers.ts): these are what is left to forget.
CREATE INDEX declines_with_network ON declines (declined_at) WHERE network IS NOT NULL;
