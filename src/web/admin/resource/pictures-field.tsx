import { type DragEvent, useState } from "react";
import { flushSync } from "react-dom";
import { classes } from "../../ui/classes.ts";
import { useFieldText } from "../../ui/field.tsx";
import { ACCEPTED, addFiles, type FormPicture, movePicture, nameOfPicture } from "./picture-list.ts";
import { PictureTile } from "./picture-tile.tsx";

interface PicturesFieldProps {
  name: string;
  most: number;
  pictures: readonly FormPicture[];
  onChange: (pictures: FormPicture[]) => void;
  error: string | undefined;
}

/** Pictures to drop or choose, with previews that can be put in order and taken out. */
export function PicturesField({ name, most, pictures, onChange, error }: PicturesFieldProps) {
  const [problems, setProblems] = useState<string[]>([]);
  const [isOver, setOver] = useState(false);
  const [news, setNews] = useState("");
  const hint =
    most === 1
      ? "JPEG, PNG, WebP, AVIF or GIF, up to 8 MB."
      : "The first is the cover. Up to 8 MB each, 8 new ones at a time.";
  const text = useFieldText({
    label: most === 1 ? "Image" : "Images",
    error: [...problems, error].filter(Boolean).join(" "),
    hint,
  });

  function add(files: File[]) {
    if (files.length === 0) return;
    const next = addFiles(pictures, files, most);
    setProblems(next.problems);
    onChange(next.pictures);
  }

  function move(key: string, to: number) {
    flushSync(() => onChange(movePicture(pictures, key, to)));
    setNews(
      `${nameOfPicture(pictures.find((picture) => picture.key === key)!)} is now number ${to + 1} of ${pictures.length}.`,
    );
  }

  function remove(key: string) {
    setProblems([]);
    onChange(pictures.filter((picture) => picture.key !== key));
    setNews(`${nameOfPicture(pictures.find((picture) => picture.key === key)!)} is taken out.`);
  }

  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(event.type !== "drop");
    if (event.type === "drop") add([...event.dataTransfer.files]);
  };

  return (
    <div>
      {text.label(false)}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut for the pointer; the field inside is for everyone. */}
      <div
        onDragOver={drop}
        onDrop={drop}
        onDragLeave={() => setOver(false)}
        className={classes("picture-drop", isOver && "bg-sage-wash", error && "border-rose")}
      >
        <input
          {...text.attributes}
          type="file"
          name={name}
          accept={ACCEPTED}
          multiple={most > 1}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])]);
            // The list below holds them now; emptied, the same file can be chosen again.
            currentTarget.value = "";
          }}
          className="picture-input"
        />
        <p aria-hidden className="pointer-events-none">
          <span className="font-semibold text-saffron-deep underline underline-offset-4">
            {most === 1 ? "Choose an image" : "Choose images"}
          </span>
          <span className="pointer-coarse:hidden"> or drop {most === 1 ? "it" : "them"} here</span>
        </p>
      </div>
      {text.note}
      {pictures.length > 0 && (
        <ol aria-label="Chosen images" className="mt-3 grid grid-cols-3 gap-2">
          {pictures.map((picture, place) => (
            <PictureTile
              key={picture.key}
              picture={picture}
              place={place}
              count={pictures.length}
              onMove={(to) => move(picture.key, to)}
              onDropOf={(key) => move(key, place)}
              onRemove={() => remove(picture.key)}
            />
          ))}
        </ol>
      )}
      <p aria-live="polite" className="sr-only">
        {news}
      </p>
    </div>
  );
}
