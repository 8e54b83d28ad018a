import { useEffect, useRef } from "react";
import { Picture } from "../../ui/picture.tsx";
import { type FormPicture, nameOfPicture } from "./picture-list.ts";

const SIDE = 240;

/** Shows a stored picture, or a file on a canvas: an address of the browser's own memory would need a laxer security policy. */
export function PicturePreview({ picture }: { picture: FormPicture }) {
  if ("file" in picture) return <FilePreview file={picture.file} />;
  return <Picture path={picture.path} alt={nameOfPicture(picture)} sizes="120px" />;
}

function FilePreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    async function draw() {
      const bitmap = await createImageBitmap(file);
      const pen = canvas.current?.getContext("2d");
      if (!isGone && pen) {
        const scale = Math.max(SIDE / bitmap.width, SIDE / bitmap.height);
        const [width, height] = [bitmap.width * scale, bitmap.height * scale];
        pen.drawImage(bitmap, (SIDE - width) / 2, (SIDE - height) / 2, width, height);
      }
      bitmap.close();
    }
    // What cannot be drawn stays blank: whether it is a picture is the server's to say.
    draw().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [file]);
  return <canvas ref={canvas} width={SIDE} height={SIDE} role="img" aria-label={file.name} className="size-full" />;
}
