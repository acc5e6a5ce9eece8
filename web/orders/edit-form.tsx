import { useState } from "react";
import { useForm } from "react-hook-form";
import {
  type AddressMistake,
  phoneMistake,
  postalCodes,
  postalMistake,
  regionMistake,
  regionOf,
} from "#contract/addresses.ts";
import type { Order } from "#contract/orders.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { placeProblem } from "#web/api/form-problems.ts";
import { closeDialog } from "#web/ui/dialog-store.ts";
import { TextAreaField } from "#web/ui/text-area-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { say } from "#words/say.ts";
import { FormEnd, Refused } from "./form-end.tsx";
import { useMove } from "./orders.queries.ts";

const lines = [
  { name: "fullname", label: "Full name", isNeeded: true },
  { name: "company", label: "Company", isNeeded: false },
  { name: "line1", label: "Street and number", isNeeded: true },
  { name: "line2", label: "Apartment, floor, door", isNeeded: false },
  { name: "postal_code", label: "Postal code", isNeeded: true },
  { name: "city", label: "City", isNeeded: true },
  { name: "region_code", label: "State or province", isNeeded: false },
  { name: "phone", label: "Phone", isNeeded: false },
] as const;
type Line = (typeof lines)[number]["name"];
type Fields = Record<Line | "email" | "note", string>;

/** Corrects where an order goes and what is noted on it. Its country stays: delivery and tax hang on it. */
export function EditForm({ order }: { order: Order }) {
  const move = useMove(order.id);
  const [version, setVersion] = useState(order.version);
  const [said, setSaid] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm<Fields>({ defaultValues: fieldsOf(order) });
  const { country } = order.shipping_address;
  const touched = formState.dirtyFields;
  const save = handleSubmit(async (fields) => {
    // An address kept before there were rules stands in the way of correcting its own mistakes alone.
    const moves = lines.some(({ name }) => touched[name]);
    const body = { version, ...correctionOf(fields, order, moves) };
    try {
      await move.mutateAsync({ route: "PATCH /orders/:id", args: { params: { id: order.id }, body } });
      toast({ tone: "success", title: "The order is changed" });
      closeDialog();
    } catch (problem) {
      setSaid(placeProblem<Fields>(problem, ["email", "note"], setError));
      // Saved once more, after a look at it, this overwrites what somebody else changed.
      if (problem instanceof CallProblem && problem.code === "stale") setVersion(freshVersion(problem) ?? version);
    }
  });
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={save}>
      <Refused said={said} />
      <div className="grid gap-4 sm:grid-cols-2">
        {linesOf(country).map(({ name, label, isNeeded }) => (
          <TextField
            key={name}
            label={label}
            optional={!isNeeded}
            autoComplete="off"
            error={formState.errors[name]?.message}
            {...register(name, {
              validate: (text) =>
                isNeeded && text.trim() === "" ? `${label} required` : (mistakeIn(name, text, country) ?? true),
            })}
          />
        ))}
      </div>
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        error={formState.errors.email?.message}
        {...register("email")}
      />
      <TextAreaField
        label="Note of the customer"
        optional
        rows={2}
        maxLength={1000}
        error={formState.errors.note?.message}
        {...register("note")}
      />
      <FormEnd action="Save" busy={formState.isSubmitting} />
    </form>
  );
}

/** The lines an address has in this country. */
const linesOf = (country: string) =>
  lines.map((line) => {
    if (line.name === "postal_code") return { ...line, isNeeded: postalCodes(country) === "needed" };
    return line.name === "region_code" ? { ...line, isNeeded: regionOf(country)?.needed ?? false } : line;
  });

function mistakeIn(name: Line, text: string, country: string) {
  const mistakes: Partial<Record<Line, AddressMistake | undefined>> = {
    postal_code: postalMistake(country, text),
    region_code: regionMistake(country, text),
    phone: phoneMistake(text),
  };
  const mistake = mistakes[name];
  return mistake && say(mistake.message, mistake.values);
}

const fieldsOf = ({ shipping_address: address, customer, customer_note }: Order): Fields => ({
  ...(Object.fromEntries(lines.map(({ name }) => [name, address[name] ?? ""])) as Record<Line, string>),
  email: customer.email ?? "",
  note: customer_note ?? "",
});

const correctionOf = (
  { email, note, ...address }: Fields,
  { shipping_address: { country } }: Order,
  moves: boolean,
) => ({
  ...(moves ? { shipping_address: { ...address, country } } : {}),
  ...(email.trim() ? { email: email.trim() } : {}),
  customer_note: note.trim() || null,
});

const freshVersion = ({ details }: CallProblem) => (details.order as Order | undefined)?.version;
