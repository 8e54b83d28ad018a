import { AdminButton } from "../admin/layout/admin-button.tsx";
import type { FormPicture } from "../admin/resource/picture-list.ts";
import { storedPictures } from "../admin/resource/picture-list.ts";
import { PicturePreview } from "../admin/resource/pictures-field.tsx";
import type { Conflict } from "../admin/resource/use-record-form.ts";
import { Dialog } from "./dialog.tsx";

interface ConflictDialogProps {
  noun: string;
  conflict: Conflict<unknown> | undefined;
  myImages: readonly FormPicture[];
  theirImages: readonly string[];
  onDiscard: () => void;
  onOverwrite: () => void;
  onClose: () => void;
}

const pictureKeys = (pictures: readonly FormPicture[]) => pictures.map(({ key }) => key).join();

/** Shown when somebody else saved first: both versions side by side. */
export function ConflictDialog({
  noun,
  conflict,
  myImages,
  theirImages,
  onDiscard,
  onOverwrite,
  onClose,
}: ConflictDialogProps) {
  const theirs = storedPictures(theirImages);
  return (
    <Dialog open={conflict !== undefined} onClose={onClose} title={`This ${noun} was changed meanwhile`} look="choice">
      <div className="overflow-y-auto px-5 pb-5">
        <p>Somebody saved it after you opened it. Nothing of yours was saved yet. Where the two differ:</p>
        <table className="conflict-table">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">What you typed</th>
              <th scope="col">What is saved now</th>
            </tr>
          </thead>
          <tbody>
            {conflict?.differences.map(({ label, mine, saved }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{mine || "(empty)"}</td>
                <td>{saved || "(empty)"}</td>
              </tr>
            ))}
            {pictureKeys(myImages) !== pictureKeys(theirs) && (
              <tr>
                <th scope="row">Images</th>
                <td>
                  <Pictures pictures={myImages} />
                </td>
                <td>
                  <Pictures pictures={theirs} />
                </td>
              </tr>
            )}
          </tbody>
        </table>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <AdminButton onClick={onDiscard}>Take what is saved now</AdminButton>
          <AdminButton look="accent" onClick={onOverwrite}>
            Save mine over it
          </AdminButton>
        </div>
      </div>
    </Dialog>
  );
}

function Pictures({ pictures }: { pictures: readonly FormPicture[] }) {
  if (pictures.length === 0) return "(none)";
  return (
    <div className="flex flex-wrap gap-1">
      {pictures.map((picture) => (
        <div key={picture.key} className="size-10 overflow-hidden rounded-[6px]">
          <PicturePreview picture={picture} />
        </div>
      ))}
    </div>
  );
}
