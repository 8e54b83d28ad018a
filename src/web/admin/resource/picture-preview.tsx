import { useEffect, useRef } from "react";
import { Picture } from "../../ui/picture.tsx";
import { type FormPicture, pictureName } from "./picture-list.ts";

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
