import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import type { Image } from "#contract/images.ts";
import { type HomeSection, promiseIcons } from "#contract/shop/home.ts";
import { paths } from "#web/paths.ts";
import { NewTabLink } from "#web/ui/admin/admin-page.tsx";
import { Button, IconButton } from "#web/ui/forms/button.tsx";
import { FieldError } from "#web/ui/forms/fields/field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { useRowKeys } from "#web/ui/lists/row-keys.ts";
import { SectionFields } from "./home-section-fields.tsx";

type Kind = HomeSection["kind"];

const kinds: Record<Kind, string> = {
  hero: "Hero",
  departments: "Category tiles",
  products: "Product row",
  stories: "Stories about categories",
  image_text: "Text with image",
  promises: "Promises",
  reviews: "Reviews",
};

const empty: Record<Kind, HomeSection> = {
  hero: { kind: "hero", heading: null, product_id: null },
  departments: { kind: "departments", heading: "Categories" },
  products: products("New arrivals", "newest"),
  stories: { kind: "stories", items: [{ heading: "", text: "", category: "" }] },
  image_text: { kind: "image_text", heading: "", text: "", image_id: null, image_side: "start", button: null },
  promises: { kind: "promises", items: promiseIcons.map((icon) => ({ icon, heading: "", text: "" })) },
  reviews: { kind: "reviews", heading: "What customers say" },
};

/** What editing begins with instead of the default sections. */
const starter: HomeSection[] = [
  empty.hero,
  empty.departments,
  empty.products,
  products("Best sellers", "popular"),
  products("On sale", "on_sale"),
  empty.reviews,
];

function products(heading: string, source: "newest" | "popular" | "on_sale"): HomeSection {
  return { kind: "products", heading, source, category: null, is_featured: false, limit: 4 };
}

type Props = {
  /** Null for the default sections. */
  sections: HomeSection[] | null;
  /** Those of sections, and those uploaded since. */
  images: Image[];
  onUpload: (image: Image) => void;
  /** Called when an upload starts and ends. */
  onBusy: (isBusy: boolean) => void;
  error: string | undefined;
  onChange: (sections: HomeSection[] | null) => void;
};

/** The sections of the home page: add, edit, move and remove. */
export const HomeSectionsField = ({ sections, ...rest }: Props) => (
  <CardSection
    title="Home page"
    hint="Its sections from top to bottom. Sections with nothing to show are left out."
    action={<NewTabLink href={paths.home()}>View home page</NewTabLink>}
  >
    {sections === null ? (
      <div className="grid justify-items-start gap-3">
        <p className="text-sm text-muted">Your home page has the default sections, chosen from your products.</p>
        <Button size="small" onClick={() => rest.onChange(starter)}>
          Edit sections
        </Button>
      </div>
    ) : (
      <SectionList {...rest} sections={sections} />
    )}
  </CardSection>
);

function SectionList({ sections, images, onUpload, onBusy, error, onChange }: Props & { sections: HomeSection[] }) {
  const rows = useRowKeys(sections.length);
  const move = (index: number, by: 1 | -1) => {
    const [one, other] = [sections[index], sections[index + by]];
    if (!one || !other) return;
    rows.swap(index, index + by);
    onChange(sections.with(index, other).with(index + by, one));
  };
  const remove = (index: number) => {
    rows.remove(index);
    onChange(sections.toSpliced(index, 1));
  };
  // One hero only: it has the heading of the page.
  const addable = (Object.keys(kinds) as Kind[]).filter(
    (kind) => kind !== "hero" || !sections.some((section) => section.kind === "hero"),
  );
  return (
    <div className="grid gap-4">
      {sections.length === 0 && <p className="text-sm text-muted">The home page is empty. Add a section.</p>}
      <ol className="grid gap-3">
        {sections.map((section, index) => (
          <li key={`${rows.keys[index]} ${section.kind}`} className="grid gap-4 rounded-lg border border-hairline p-4">
            <SectionHead
              name={kinds[section.kind]}
              position={[index + 1, sections.length]}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(index)}
            />
            <SectionFields
              section={section}
              images={images}
              onUpload={onUpload}
              onBusy={onBusy}
              onChange={(changed) => onChange(sections.with(index, changed))}
            />
          </li>
        ))}
      </ol>
      {error && <FieldError id="home-sections-error">{error}</FieldError>}
      <div className="flex flex-wrap gap-2">
        {addable.map((kind) => (
          <Button key={kind} size="small" onClick={() => onChange([...sections, empty[kind]])}>
            Add {kinds[kind].toLowerCase()}
          </Button>
        ))}
        <Button size="small" look="ghost" onClick={() => onChange(null)}>
          Use default sections
        </Button>
      </div>
    </div>
  );
}

type HeadProps = {
  name: string;
  /** From 1, and how many there are. */
  position: [number, number];
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

function SectionHead({ name, position: [index, total], onMove, onRemove }: HeadProps) {
  const full = `${name} (${index} of ${total})`;
  return (
    <div className="flex items-center gap-1">
      <h3 className="me-auto text-sm font-semibold">{name}</h3>
      <IconButton label={`Move up: ${full}`} icon={<ArrowUp />} disabled={index === 1} onClick={() => onMove(-1)} />
      <IconButton
        label={`Move down: ${full}`}
        icon={<ArrowDown />}
        disabled={index === total}
        onClick={() => onMove(1)}
      />
      <IconButton label={`Remove: ${full}`} icon={<Trash2 />} onClick={onRemove} />
    </div>
  );
}
