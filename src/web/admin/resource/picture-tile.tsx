import { type DragEvent, useState } from "react";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { type FormPicture, nameOfPicture } from "./picture-list.ts";
import { PicturePreview } from "./picture-preview.tsx";

/** What a dragged picture carries; files from outside carry something else. */
const DRAGGED = "application/x-picture";

interface PictureTileProps {
  picture: FormPicture;
  place: number;
  count: number;
  onMove: (to: number) => void;
  /** Another picture was dropped here. */
  onDropOf: (key: string) => void;
  onRemove: () => void;
}

export function PictureTile({ picture, place, count, onMove, onDropOf, onRemove }: PictureTileProps) {
  const [isOver, setOver] = useState(false);
  const name = `${nameOfPicture(picture)}, number ${place + 1}`;

  const step = (by: number) => (event: { currentTarget: HTMLButtonElement }) => {
    const button = event.currentTarget;
    onMove(place + by);
    // The moved tile takes its button along, and the browser forgets the focus on the way.
    if (button.disabled) button.parentElement?.querySelector<HTMLButtonElement>("button:enabled")?.focus();
    else button.focus();
  };

  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    setOver(true);
  };

  return (
    <li
      draggable={count > 1}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, picture.key)}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const key = event.dataTransfer.getData(DRAGGED);
        if (!key) return;
        event.preventDefault();
        onDropOf(key);
      }}
      className={classes("overflow-hidden rounded-control border bg-paper", isOver ? "border-ink" : "border-line")}
    >
      <div className="aspect-square bg-sand">
        <PicturePreview picture={picture} />
      </div>
      <div className="flex">
        {count > 1 && (
          <>
            <TileButton label={`Move ${name} earlier`} icon="chevron-left" disabled={place === 0} onClick={step(-1)} />
            <TileButton
              label={`Move ${name} later`}
              icon="chevron-right"
              disabled={place === count - 1}
              onClick={step(1)}
            />
          </>
        )}
        <TileButton label={`Remove ${name}`} icon="x" onClick={onRemove} />
      </div>
    </li>
  );
}

interface TileButtonProps {
  label: string;
  icon: "chevron-left" | "chevron-right" | "x";
  disabled?: boolean;
  onClick: (event: { currentTarget: HTMLButtonElement }) => void;
}

function TileButton({ label, icon, disabled, onClick }: TileButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className="flex min-h-11 grow items-center justify-center hover:bg-sand focus-visible:-outline-offset-2 disabled:text-line"
    >
      <Icon name={icon} size={18} />
    </button>
  );
}
