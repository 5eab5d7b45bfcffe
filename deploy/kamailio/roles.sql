-- The role with which Kamailio reads the views of Samtal, and nothing else. Run it in Samtal's database as its owner or
-- as a superuser, after the first start of Samtal:
--   runuser -u postgres -- psql -d samtal -f /opt/samtal/deploy/kamailio/roles.sql
-- then give the role a password (docs/operating.md, "Your own SIP server").
do $$ begin create role kamailio login; exception when duplicate_object or unique_violation then null; end $$;
alter role kamailio set default_transaction_read_only = on;
alter role kamailio set statement_timeout = '2s';
grant select on sip_account, sip_address, sip_do_not_disturb, sip_favourite to kamailio;
