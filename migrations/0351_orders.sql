-- module: orders

-- Why a business in another member state was charged no VAT: its VAT ID as it was confirmed, which is the proof.
alter table orders add reverse_charge jsonb;
alter table orders add constraint reverse_charge_without_tax check (
  reverse_charge is null or (tax_amount = 0 and reverse_charge ? 'vat_id' and reverse_charge ? 'checked_at')
);
