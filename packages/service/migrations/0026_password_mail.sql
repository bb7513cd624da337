-- expand
ALTER TABLE "mail" DROP CONSTRAINT "mail_kind", ADD CONSTRAINT "mail_kind" CHECK ("kind" IN ('invitation','alert','email-change','email-changed','password-changed'));
