-- CreateTable
CREATE TABLE "accounts" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "phone" TEXT,
    "role" TEXT NOT NULL DEFAULT 'creator',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "causes" (
    "key" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'draft',
    "title" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "goal_amount" BIGINT NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL,
    "fee_percent" DECIMAL(6,4) NOT NULL,
    "fee_model" TEXT NOT NULL,
    "description" TEXT,
    "category" TEXT,
    "cover_image_url" TEXT,
    "external_reference" TEXT,
    "closes_at" TIMESTAMPTZ(3),
    "hide_amounts" BOOLEAN NOT NULL DEFAULT false,
    "terms_accepted_at" TIMESTAMPTZ(3) NOT NULL,
    "terms_version" TEXT NOT NULL,
    "terms_accepted_ip" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "causes_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "cause_addresses" (
    "address" TEXT NOT NULL,
    "cause_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cause_addresses_pkey" PRIMARY KEY ("address")
);

-- CreateTable
CREATE TABLE "checkout_links" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "cause_key" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "fee_percent" DECIMAL(6,4) NOT NULL,
    "email" TEXT,
    "external_reference" TEXT,
    "callback_url" TEXT,
    "success_url" TEXT,
    "cancel_url" TEXT,
    "anonymous" BOOLEAN,
    "metadata" TEXT,
    "donor_amount" BIGINT,
    "donor_name" TEXT,
    "donor_email" TEXT,
    "donor_anonymous" BOOLEAN,
    "donor_locale" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "cancelled_at" TIMESTAMPTZ(3),
    "expired_at" TIMESTAMPTZ(3),
    "declines_lifted_at" TIMESTAMPTZ(3),

    CONSTRAINT "checkout_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "clients" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "fee_percent" DECIMAL(6,4) NOT NULL DEFAULT 5,
    "fee_model" TEXT NOT NULL DEFAULT 'plus_gateway_costs',
    "accent_color" TEXT,
    "display_name" TEXT,
    "logo_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "permissions" TEXT[],
    "allowed_ips" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payments" (
    "id" TEXT NOT NULL,
    "link_id" TEXT NOT NULL,
    "cause_key" TEXT NOT NULL,
    "rail" TEXT NOT NULL,
    "gateway" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "gateway_reference" TEXT,
    "gateway_payment_id" TEXT,
    "claimed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "succeeded_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "refund_reason" TEXT,
    "refunded_at" TIMESTAMPTZ(3),
    "refunded_minor" BIGINT NOT NULL DEFAULT 0,
    "amount_minor" BIGINT,
    "dispute" TEXT,
    "last_error" TEXT,
    "donor_name" TEXT,
    "donor_email" TEXT,
    "donor_anonymous" BOOLEAN,
    "donor_locale" TEXT,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "declines" (
    "gateway" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "link_id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "declined_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "declines_pkey" PRIMARY KEY ("gateway","reference")
);

-- CreateTable
CREATE TABLE "gateway_events" (
    "id" TEXT NOT NULL,
    "gateway" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "reference" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "handled_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "gateway_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "scope" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "response" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("scope","key")
);

-- CreateTable
CREATE TABLE "emails" (
    "id" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,

    CONSTRAINT "emails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "accounts_email_key_key" ON "accounts"("email_key");

-- CreateIndex
CREATE UNIQUE INDEX "causes_slug_key" ON "causes"("slug");

-- CreateIndex
CREATE INDEX "causes_client_id_idx" ON "causes"("client_id");

-- CreateIndex
CREATE INDEX "causes_owner_id_idx" ON "causes"("owner_id");

-- CreateIndex
CREATE INDEX "cause_addresses_cause_key_idx" ON "cause_addresses"("cause_key");

-- CreateIndex
CREATE INDEX "checkout_links_client_id_external_reference_idx" ON "checkout_links"("client_id", "external_reference");

-- CreateIndex
CREATE INDEX "checkout_links_cause_key_idx" ON "checkout_links"("cause_key");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_client_id_idx" ON "api_keys"("client_id");

-- CreateIndex
CREATE INDEX "payments_cause_key_idx" ON "payments"("cause_key");

-- CreateIndex
CREATE UNIQUE INDEX "payments_link_id_rail_attempt_key" ON "payments"("link_id", "rail", "attempt");

-- CreateIndex
CREATE UNIQUE INDEX "payments_gateway_gateway_reference_key" ON "payments"("gateway", "gateway_reference");

-- CreateIndex
CREATE UNIQUE INDEX "payments_gateway_gateway_payment_id_key" ON "payments"("gateway", "gateway_payment_id");

-- CreateIndex
CREATE INDEX "declines_link_id_declined_at_idx" ON "declines"("link_id", "declined_at");

-- CreateIndex
CREATE UNIQUE INDEX "gateway_events_gateway_event_id_key" ON "gateway_events"("gateway", "event_id");

-- CreateIndex
CREATE INDEX "idempotency_records_created_at_idx" ON "idempotency_records"("created_at");

-- CreateIndex
CREATE INDEX "audit_entries_subject_idx" ON "audit_entries"("subject");

-- AddForeignKey
ALTER TABLE "causes" ADD CONSTRAINT "causes_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "causes" ADD CONSTRAINT "causes_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cause_addresses" ADD CONSTRAINT "cause_addresses_cause_key_fkey" FOREIGN KEY ("cause_key") REFERENCES "causes"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_links" ADD CONSTRAINT "checkout_links_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_links" ADD CONSTRAINT "checkout_links_cause_key_fkey" FOREIGN KEY ("cause_key") REFERENCES "causes"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "checkout_links"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
