-- AlterTable
ALTER TABLE "checkout_links" ADD COLUMN     "browser_hash" BYTEA;

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "browser_hash" BYTEA;

-- Not validated: the columns are new, and a look at every row would hold the tables.
ALTER TABLE checkout_links
  ADD CONSTRAINT checkout_links_browser_hash CHECK (octet_length(browser_hash) = 32) NOT VALID;
ALTER TABLE payments ADD CONSTRAINT payments_browser_hash CHECK (octet_length(browser_hash) = 32) NOT VALID;
