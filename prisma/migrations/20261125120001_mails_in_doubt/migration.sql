-- When the content of a mail began to be handed to the mail server. Set while its answer is not known.
ALTER TABLE "emails" ADD COLUMN "begun_at" TIMESTAMPTZ(3);
