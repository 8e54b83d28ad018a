import { type DragEvent, useState } from "react";
import { flushSync } from "react-dom";
import { MAX_UPLOAD_FILES } from "../../../contracts/catalogue/image-rules.ts";
import { classes } from "../../ui/classes.ts";
import { useFieldText } from "../../ui/field.tsx";
import { ACCEPTED_TYPES, addFiles, type FormPicture, MAX_MEGABYTES, movePicture, pictureName } from "./picture-list.ts";
import { PictureTile } from "./picture-tile.tsx";

interface PicturesFieldProps {
  name: string;
  max: number;
  pictures: readonly FormPicture[];
  onChange: (pictures: FormPicture[]) => void;
  error: string | undefined;
}

/** A file field with previews that can be reordered and removed. */
export function PicturesField({ name, max, pictures, onChange, error }: PicturesFieldProps) {
  const [problems, setProblems] = useState<string[]>([]);
  const [isDragOver, setDragOver] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const hint =
    max === 1
      ? `JPEG, PNG, WebP, AVIF or GIF, up to ${MAX_MEGABYTES} MB.`
      : `The first is the cover. Up to ${MAX_MEGABYTES} MB each, ${MAX_UPLOAD_FILES} new ones at a time.`;
  const text = useFieldText({
    label: max === 1 ? "Image" : "Images",
    error: [...problems, error].filter(Boolean).join(" "),
    hint,
  });

  function add(files: File[]) {
    if (files.length === 0) return;
    const next = addFiles(pictures, files, max);
    setProblems(next.problems);
    onChange(next.pictures);
  }

  function move(key: string, to: number) {
    flushSync(() => onChange(movePicture(pictures, key, to)));
    setAnnouncement(
      `${pictureName(pictures.find((picture) => picture.key === key)!)} is now number ${to + 1} of ${pictures.length}.`,
    );
  }

  function remove(key: string) {
    setProblems([]);
    onChange(pictures.filter((picture) => picture.key !== key));
    setAnnouncement(`${pictureName(pictures.find((picture) => picture.key === key)!)} is taken out.`);
  }

  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setDragOver(event.type !== "drop");
    if (event.type === "drop") add([...event.dataTransfer.files]);
  };

  return (
    <div>
      {text.label(false)}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: drag and drop is a pointer shortcut; the field inside is keyboard-accessible. */}
      <div
        onDragOver={onDrag}
        onDrop={onDrag}
        onDragLeave={() => setDragOver(false)}
        className={classes("picture-drop", isDragOver && "bg-sage-wash", error && "border-rose")}
      >
        <input
          {...text.attributes}
          type="file"
          name={name}
          accept={ACCEPTED_TYPES}
          multiple={max > 1}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])]);
            // The list below holds the files. Cleared, so that the same file can be chosen again.
            currentTarget.value = "";
          }}
          className="picture-input"
        />
        <p aria-hidden className="pointer-events-none">
          <span className="font-semibold text-saffron-deep underline underline-offset-4">
            {max === 1 ? "Choose an image" : "Choose images"}
          </span>
          <span className="pointer-coarse:hidden"> or drop {max === 1 ? "it" : "them"} here</span>
        </p>
      </div>
      {text.note}
      {pictures.length > 0 && (
        <ol aria-label="Chosen images" className="mt-3 grid grid-cols-3 gap-2 sm:grid-cols-5 lg:grid-cols-3">
          {pictures.map((picture, index) => (
            <PictureTile
              key={picture.key}
              picture={picture}
              index={index}
              count={pictures.length}
              onMove={(to) => move(picture.key, to)}
              onDropPicture={(key) => move(key, index)}
              onRemove={() => remove(picture.key)}
            />
          ))}
        </ol>
      )}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}
