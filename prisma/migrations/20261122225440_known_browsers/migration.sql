-- CreateTable
CREATE TABLE "known_browsers" (
    "account_id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_browsers_pkey" PRIMARY KEY ("account_id","token_hash")
);

-- CreateIndex
CREATE INDEX "known_browsers_last_seen_at_idx" ON "known_browsers"("last_seen_at");

-- AddForeignKey
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
