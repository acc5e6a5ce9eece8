-- module: taxes
-- Parts per million instead of basis points: 88750 is 8.875 % (New York), 99750 is 9.975 % (Quebec).
alter table tax_rates drop constraint tax_rates_rate_bp_check;
alter table tax_rates rename column rate_bp to rate_ppm;
update tax_rates set rate_ppm = rate_ppm * 100;
alter table tax_rates add constraint tax_rates_rate_ppm_check check (rate_ppm between 0 and 1000000);
