-- CreateIndex
CREATE INDEX "checkout_links_id_idx" ON "checkout_links" USING HASH ("id");

-- A link's approved payment, which is asked for with it. That there is one at most is for the unique index beside it to see to.
CREATE INDEX payments_approved_of_link ON payments USING HASH (link_id) WHERE state = 'approved';
