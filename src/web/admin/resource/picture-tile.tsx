import { type DragEvent, useState } from "react";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { type FormPicture, pictureName } from "./picture-list.ts";
import { PicturePreview } from "./picture-preview.tsx";

/** Distinguishes a dragged tile from files that are dragged in. */
const DRAG_TYPE = "application/x-picture";

interface PictureTileProps {
  picture: FormPicture;
  index: number;
  count: number;
  onMove: (to: number) => void;
  /** Another picture was dropped here. */
  onDropPicture: (key: string) => void;
  onRemove: () => void;
}

export function PictureTile({ picture, index, count, onMove, onDropPicture, onRemove }: PictureTileProps) {
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
        {count > 1 && (
          <>
            <TileButton
              label={`Move ${name} earlier`}
              icon="chevron-left"
              disabled={index === 0}
              onClick={moveBy(-1)}
            />
            <TileButton
              label={`Move ${name} later`}
              icon="chevron-right"
              disabled={index === count - 1}
              onClick={moveBy(1)}
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
