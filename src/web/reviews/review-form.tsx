import { useState } from "react";
import { useRevalidator } from "react-router";
import { MAX_REVIEW_LENGTH, MAX_REVIEW_PHOTOS } from "../../contracts/reviews/review-rules.ts";
import { browserApi } from "../lib/browser-api.ts";
import { useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";
import { FormError, TextField, useFieldText } from "../ui/field.tsx";
import { type FormPicture, newFiles, PicturesField } from "../ui/pictures-field.tsx";

type OrderLine = Record<"orderId" | "itemId" | "itemType", string>;

export function ReviewForm({ line, onSent }: { line: OrderLine; onSent: () => void }) {
  const { revalidate } = useRevalidator();
  const [photos, setPhotos] = useState<FormPicture[]>([]);
  const { attributes, errors, error, isSending } = useForm({
    async send(_, element) {
      const form = new FormData(element);
      form.delete("photos");
      for (const [name, value] of Object.entries(line)) form.set(name, value);
      for (const file of newFiles(photos)) form.append("photos", file);
      await browserApi.call("POST /api/reviews", { form });
      onSent();
      await revalidate();
    },
    failed: "Your review could not be sent. What you wrote is still here: please try again.",
  });
  return (
    <form aria-label="Your review" {...attributes} className="mt-3 grid gap-5">
      <StarChoice error={errors.stars} />
      <TextField name="text" label="Your words" maxLength={MAX_REVIEW_LENGTH} error={errors.text} />
      <PicturesField
        {...{ name: "photos", label: "Photos", hint: `Up to ${MAX_REVIEW_PHOTOS}.`, max: MAX_REVIEW_PHOTOS }}
        {...{ pictures: photos, onChange: setPhotos, error: errors.photos }}
      />
      <p className="text-small text-ink-soft">
        Published with your first name and the first letter of your last name. Stars alone appear at once, words and
        photos after our look. A newer review of the same item replaces your earlier one.
      </p>
      <FormError>{error}</FormError>
      <Button type="submit" look="accent" disabled={isSending} className="justify-self-start">
        {isSending ? "Sending…" : "Send review"}
      </Button>
    </form>
  );
}

/** Radio buttons: arrow keys choose. */
function StarChoice({ error }: { error: string | undefined }) {
  const { attributes, note } = useFieldText({ label: "", error, hint: "1 is poor, 5 is excellent." });
  return (
    <fieldset aria-describedby={attributes["aria-describedby"]} className="star-choice">
      <legend className="font-semibold">Stars</legend>
      {[1, 2, 3, 4, 5].map((stars) => (
        <label key={stars}>
          <input type="radio" name="stars" value={stars} required data-rule="Choose one to five stars." />
          <svg width={32} height={32} viewBox="0 0 24 24" aria-hidden>
            <path d="m12 2 3.1 6.3 6.9 1-5 4.9 1.2 6.8-6.2-3.3-6.2 3.3 1.2-6.8-5-4.9 6.9-1z" />
          </svg>
          <span className="sr-only">{`${stars} ${stars === 1 ? "star" : "stars"}`}</span>
        </label>
      ))}
      {note}
    </fieldset>
  );
}
