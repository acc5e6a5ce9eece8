import { ImageOff } from "lucide-react";
import { useEffect, useMemo } from "react";
import type { ImportJob, ImportPreviewProduct } from "#contract/imports.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { LabelBadge, type StatusLabel } from "#web/ui/text/badge.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { usePreviewImage } from "./imports.queries.ts";

const statusLabels: Record<ImportPreviewProduct["status"], StatusLabel> = {
  active: { label: "Active", tone: "success" },
  draft: { label: "Draft", tone: "neutral" },
  archived: { label: "Archived", tone: "neutral" },
};

/** The first products as they will be in the shop, so that a wrong price or stock is seen before the import. */
export const ProductsPreview = ({ id, summary: { products, currency } }: Pick<ImportJob, "id" | "summary">) =>
  currency !== null &&
  products.length > 0 && (
    <CardSection title="How products will look" hint="The first products of the file, as they will be in your shop.">
      <DataTable
        label="How products will look"
        rows={products}
        rowKey={({ row }) => row}
        columns={[
          { head: "Image", cell: (product) => <FirstImage id={id} product={product} /> },
          { head: "Product", className: "min-w-40", cell: (product) => <Name product={product} /> },
          { head: "Price", className: "tabular-nums", cell: (product) => priceText(product, currency) },
          { head: "Stock", className: "tabular-nums", cell: stockText },
          { head: "Status", cell: ({ status }) => <LabelBadge label={statusLabels[status]} /> },
          { head: "Images", className: "tabular-nums", cell: ({ images }) => (images === 0 ? "None" : images) },
        ]}
      />
    </CardSection>
  );

function FirstImage({ id, product: { row, image } }: { id: string; product: ImportPreviewProduct }) {
  return image ? <LoadedImage id={id} row={row} /> : <NoImage />;
}

function LoadedImage({ id, row }: { id: string; row: number }) {
  const { data: file, isPending } = usePreviewImage(id, row);
  const url = useMemo(() => (file ? URL.createObjectURL(file) : undefined), [file]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  if (isPending) return <span className="block size-12 rounded bg-sunken" />;
  return url ? <img src={url} alt="" width={48} height={48} className="size-12 rounded object-cover" /> : <NoImage />;
}

const NoImage = () => (
  <span className="grid size-12 place-items-center rounded bg-sunken text-muted">
    <ImageOff size={16} aria-label="No image" />
  </span>
);

const Name = ({ product: { name, is_new, variations } }: { product: ImportPreviewProduct }) => (
  <span className="grid">
    <span className="font-medium">{name}</span>
    <span className="text-xs text-muted">
      {is_new ? "New" : "Update"}
      {variations > 1 && `, ${variations} variations`}
    </span>
  </span>
);

function priceText(product: ImportPreviewProduct, currency: string): string {
  const { min_price_amount: low, max_price_amount: high, compare_at_amount: before } = product;
  const price = formatMoney({ amount: low, currency });
  if (high > low) return `${price} – ${formatMoney({ amount: high, currency })}`;
  return before === null ? price : `${price} (was ${formatMoney({ amount: before, currency })})`;
}

function stockText({ stock, is_sold_out }: ImportPreviewProduct): string {
  if (stock === null) return "Not counted";
  return is_sold_out ? "Sold out" : stock.toLocaleString("en");
}
