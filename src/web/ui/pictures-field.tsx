import { type ComponentProps, type DragEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES } from "../../contracts/catalogue/image-rules.ts";
import { classes } from "./classes.ts";
import { useFieldText } from "./field.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { Picture } from "./picture.tsx";

interface PicturesFieldProps {
  label?: string;
  hint?: string;
  name: string;
  max: number;
  pictures: readonly FormPicture[];
  onChange: (pictures: FormPicture[]) => void;
  error: string | undefined;
}

export function PicturesField({ name, max, pictures, onChange, error, ...texts }: PicturesFieldProps) {
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
    ...texts,
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
        className={classes(
          "relative mt-1.5 grid min-h-18 place-items-center rounded-control border border-dashed p-3 text-center focus-within:outline-2 focus-within:outline-offset-3 focus-within:outline-ink",
          isDragOver && "bg-sage-wash",
          error ? "border-rose" : "border-edge",
        )}
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
          className="absolute inset-0 cursor-pointer opacity-0"
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

/** Distinguishes a dragged tile from files that are dragged in. */
const DRAG_TYPE = "application/x-picture";

const moves = [
  { words: "earlier", icon: "chevron-left", by: -1 },
  { words: "later", icon: "chevron-right", by: 1 },
] as const;

interface PictureTileProps {
  picture: FormPicture;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onDropPicture: (key: string) => void;
  onRemove: () => void;
}

function PictureTile({ picture, index, count, onMove, onDropPicture, onRemove }: PictureTileProps) {
  const [isDragOver, setDragOver] = useState(false);
  const name = `${pictureName(picture)}, number ${index + 1}`;

  const moveBy = (by: number) => (event: { currentTarget: HTMLButtonElement }) => {
    const button = event.currentTarget;
    onMove(index + by);
    // Moving the tile loses the focus: restore it.
    if (button.disabled) button.parentElement?.querySelector<HTMLButtonElement>("button:enabled")?.focus();
    else button.focus();
  };

  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAG_TYPE)) return;
    event.preventDefault();
    setDragOver(true);
  };

  return (
    <li
      draggable={count > 1}
      onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, picture.key)}
      onDragOver={onDragOver}
      onDragLeave={() => setDragOver(false)}
      onDrop={(event) => {
        setDragOver(false);
        const key = event.dataTransfer.getData(DRAG_TYPE);
        if (!key) return;
        event.preventDefault();
        onDropPicture(key);
      }}
      className={classes("overflow-hidden rounded-control border bg-paper", isDragOver ? "border-ink" : "border-line")}
    >
      <div className="aspect-square bg-sand">
        <PicturePreview picture={picture} />
      </div>
      <div className="flex">
        {count > 1 &&
          moves.map(({ words, icon, by }) => (
            <TileButton
              key={by}
              aria-label={`Move ${name} ${words}`}
              icon={icon}
              disabled={index + by < 0 || index + by === count}
              onClick={moveBy(by)}
            />
          ))}
        <TileButton aria-label={`Remove ${name}`} icon="x" onClick={onRemove} />
      </div>
    </li>
  );
}

const TileButton = ({ icon, ...button }: ComponentProps<"button"> & { icon: IconName }) => (
  <button
    type="button"
    {...button}
    className="flex min-h-11 grow items-center justify-center hover:bg-sand focus-visible:-outline-offset-2 disabled:text-line"
  >
    <Icon name={icon} size={18} />
  </button>
);

const SIDE = 240;

/** Draws a new file on a canvas, because a `blob:` URL would need a laxer content security policy. */
export function PicturePreview({ picture }: { picture: FormPicture }) {
  if ("file" in picture) return <FilePreview file={picture.file} />;
  return <Picture path={picture.path} alt={pictureName(picture)} sizes="120px" />;
}

function FilePreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isUnmounted = false;
    async function draw() {
      const bitmap = await createImageBitmap(file);
      const context = canvas.current?.getContext("2d");
      if (!isUnmounted && context) {
        const scale = Math.max(SIDE / bitmap.width, SIDE / bitmap.height);
        const [width, height] = [bitmap.width * scale, bitmap.height * scale];
        context.drawImage(bitmap, (SIDE - width) / 2, (SIDE - height) / 2, width, height);
      }
      bitmap.close();
    }
    // An unreadable file stays blank: the server validates it.
    draw().catch(() => undefined);
    return () => {
      isUnmounted = true;
    };
  }, [file]);
  return <canvas ref={canvas} width={SIDE} height={SIDE} role="img" aria-label={file.name} className="size-full" />;
}

export type FormPicture = { key: string; path: string } | { key: string; file: File };

const TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"];
const ACCEPTED_TYPES = TYPES.join(",");
const MAX_MEGABYTES = MAX_UPLOAD_BYTES / 1024 / 1024;

export const storedPictures = (paths: readonly string[]): FormPicture[] => paths.map((path) => ({ key: path, path }));

export const newFiles = (pictures: readonly FormPicture[]) =>
  pictures.flatMap((picture) => ("file" in picture ? [picture.file] : []));

const pictureName = (picture: FormPicture) => ("file" in picture ? picture.file.name : "Saved picture");

/** Checks a file before the upload, with the server's rules. */
function findFileError({ name, type, size }: File) {
  if (type !== "" && !TYPES.includes(type)) return `“${name}” is not a JPEG, PNG, WebP, AVIF or GIF picture.`;
  if (size > MAX_UPLOAD_BYTES) return `“${name}” is larger than ${MAX_MEGABYTES} MB.`;
  if (size === 0) return `“${name}” is empty.`;
  return undefined;
}

let lastKey = 0;

/** Adds the valid files and returns messages about the others. When only one picture is allowed, a new one replaces it. */
function addFiles(pictures: readonly FormPicture[], files: readonly File[], max: number) {
  const problems = files.flatMap((file) => findFileError(file) ?? []);
  const valid = files.filter((file) => !findFileError(file));
  const before = max === 1 && valid.length > 0 ? [] : pictures;
  const free = Math.min(max - before.length, MAX_UPLOAD_FILES - newFiles(before).length);
  for (const { name } of valid.slice(Math.max(free, 0)))
    problems.push(
      before.length + valid.length > max
        ? `“${name}” is one too many: there is room for ${max === 1 ? "one picture" : `${max} pictures`}.`
        : `“${name}” is one too many: ${MAX_UPLOAD_FILES} new pictures can be sent at a time.`,
    );
  const added = valid.slice(0, Math.max(free, 0)).map((file): FormPicture => {
    lastKey += 1;
    return { key: `file ${lastKey}`, file };
  });
  return { pictures: [...before, ...added], problems };
}

function movePicture(pictures: readonly FormPicture[], key: string, to: number) {
  const from = pictures.findIndex((picture) => picture.key === key);
  if (from < 0 || to < 0 || to >= pictures.length) return [...pictures];
  const moved = pictures.toSpliced(from, 1);
  return moved.toSpliced(to, 0, pictures[from]!);
}
